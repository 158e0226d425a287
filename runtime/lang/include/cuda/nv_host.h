/* SPDX-License-Identifier: Apache-2.0 */
/* Code by target, for host code alone: NV_IF_TARGET(NV_IS_HOST, (...), (...)) is the first branch. */
#ifndef WARPCELL_NV_HOST_H
#define WARPCELL_NV_HOST_H
#define NV_IS_HOST 1
#define NV_IS_DEVICE 0
#define NV_ANY_TARGET 1
#define NV_NO_TARGET 0
#define NV_PROVIDES_SM_35 0
#define NV_IS_EXACTLY_SM_35 0
#define NV_PROVIDES_SM_37 0
#define NV_IS_EXACTLY_SM_37 0
#define NV_PROVIDES_SM_50 0
#define NV_IS_EXACTLY_SM_50 0
#define NV_PROVIDES_SM_52 0
#define NV_IS_EXACTLY_SM_52 0
#define NV_PROVIDES_SM_53 0
#define NV_IS_EXACTLY_SM_53 0
#define NV_PROVIDES_SM_60 0
#define NV_IS_EXACTLY_SM_60 0
#define NV_PROVIDES_SM_61 0
#define NV_IS_EXACTLY_SM_61 0
#define NV_PROVIDES_SM_62 0
#define NV_IS_EXACTLY_SM_62 0
#define NV_PROVIDES_SM_70 0
#define NV_IS_EXACTLY_SM_70 0
#define NV_PROVIDES_SM_72 0
#define NV_IS_EXACTLY_SM_72 0
#define NV_PROVIDES_SM_75 0
#define NV_IS_EXACTLY_SM_75 0
#define NV_PROVIDES_SM_80 0
#define NV_IS_EXACTLY_SM_80 0
#define NV_PROVIDES_SM_86 0
#define NV_IS_EXACTLY_SM_86 0
#define NV_PROVIDES_SM_87 0
#define NV_IS_EXACTLY_SM_87 0
#define NV_PROVIDES_SM_88 0
#define NV_IS_EXACTLY_SM_88 0
#define NV_PROVIDES_SM_89 0
#define NV_IS_EXACTLY_SM_89 0
#define NV_PROVIDES_SM_90 0
#define NV_IS_EXACTLY_SM_90 0
#define NV_PROVIDES_SM_100 0
#define NV_IS_EXACTLY_SM_100 0
#define NV_PROVIDES_SM_101 0
#define NV_IS_EXACTLY_SM_101 0
#define NV_PROVIDES_SM_103 0
#define NV_IS_EXACTLY_SM_103 0
#define NV_PROVIDES_SM_110 0
#define NV_IS_EXACTLY_SM_110 0
#define NV_PROVIDES_SM_120 0
#define NV_IS_EXACTLY_SM_120 0
#define NV_PROVIDES_SM_121 0
#define NV_IS_EXACTLY_SM_121 0
#define NV_HAS_FEATURE_SM_90a 0
#define NV_HAS_FEATURE_SM_100a 0
#define NV_HAS_FEATURE_SM_101a 0
#define NV_HAS_FEATURE_SM_103a 0
#define NV_HAS_FEATURE_SM_120a 0
#define NV_HAS_FEATURE_SM_121a 0
#define __NV_BLOCK(...) { __VA_ARGS__ }
#define __NV_CHOICE(condition) __NV_CHOICE_OF(condition)
#define __NV_CHOICE_OF(value) __NV_CHOICE_##value
#define __NV_CHOICE_1(yes, ...) __NV_BLOCK yes
#define __NV_CHOICE_0(yes, ...) __VA_ARGS__
#define __NV_OTHERWISE(...) __NV_OTHERWISE_OF(__VA_ARGS__)
#define __NV_OTHERWISE_OF(no, ...) __NV_BLOCK no
#define NV_IF_TARGET(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_OTHERWISE(__VA_ARGS__ __VA_OPT__(,) (), ()))
#define NV_IF_ELSE_TARGET(condition, yes, no) NV_IF_TARGET(condition, yes, no)
#define __NV_BRANCH_0(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_BRANCH_1(__VA_ARGS__))
#define __NV_BRANCH_1(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_BRANCH_2(__VA_ARGS__))
#define __NV_BRANCH_2(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_BRANCH_3(__VA_ARGS__))
#define __NV_BRANCH_3(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_BRANCH_4(__VA_ARGS__))
#define __NV_BRANCH_4(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_BRANCH_5(__VA_ARGS__))
#define __NV_BRANCH_5(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_BRANCH_6(__VA_ARGS__))
#define __NV_BRANCH_6(condition, yes, ...) __NV_CHOICE(condition)(yes, __NV_BRANCH_7(__VA_ARGS__))
#define __NV_BRANCH_7(condition, yes, ...) __NV_CHOICE(condition)(yes, )
#define NV_DISPATCH_TARGET(...) __NV_BRANCH_0(__VA_ARGS__, NV_NO_TARGET, (), NV_NO_TARGET, (), NV_NO_TARGET, (), NV_NO_TARGET, (), NV_NO_TARGET, (), NV_NO_TARGET, (), NV_NO_TARGET, (), NV_NO_TARGET, ())
#endif
