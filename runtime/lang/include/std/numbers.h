// names: numbers
// SPDX-License-Identifier: Apache-2.0
namespace std { namespace numbers {
template <typename T> inline constexpr T e_v = (T) 2.718281828459045235360287471352662498L;
template <typename T> inline constexpr T log2e_v = (T) 1.442695040888963407359924681001892137L;
template <typename T> inline constexpr T log10e_v = (T) 0.434294481903251827651128918916605082L;
template <typename T> inline constexpr T pi_v = (T) 3.141592653589793238462643383279502884L;
template <typename T> inline constexpr T inv_pi_v = (T) 0.318309886183790671537767526745028724L;
template <typename T> inline constexpr T inv_sqrtpi_v = (T) 0.564189583547756286948079451560772586L;
template <typename T> inline constexpr T ln2_v = (T) 0.693147180559945309417232121458176568L;
template <typename T> inline constexpr T ln10_v = (T) 2.302585092994045684017991454684364208L;
template <typename T> inline constexpr T sqrt2_v = (T) 1.414213562373095048801688724209698079L;
template <typename T> inline constexpr T sqrt3_v = (T) 1.732050807568877293527446341505872367L;
template <typename T> inline constexpr T inv_sqrt3_v = (T) 0.577350269189625764509148780501957456L;
template <typename T> inline constexpr T egamma_v = (T) 0.577215664901532860606512090082402431L;
template <typename T> inline constexpr T phi_v = (T) 1.618033988749894848204586834365638118L;
inline constexpr double e = 2.718281828459045235, log2e = 1.442695040888963407, log10e = 0.434294481903251828, pi = 3.141592653589793238, inv_pi = 0.318309886183790672, inv_sqrtpi = 0.564189583547756287, ln2 = 0.693147180559945309, ln10 = 2.302585092994045684, sqrt2 = 1.414213562373095049, sqrt3 = 1.732050807568877294, inv_sqrt3 = 0.577350269189625765, egamma = 0.577215664901532861, phi = 1.618033988749894848;
} }
