# SPDX-License-Identifier: Apache-2.0
# Completion of warpcell's command line for bash.
_warpcell() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    case $before in
    -d | --device) mapfile -t COMPREPLY < <(compgen -W "cpu 0 1 2 3" -- "$word") ;;
    --as) mapfile -t COMPREPLY < <(compgen -W "sm_75 sm_80 sm_86 sm_89 sm_90 sm_90a sm_100" -- "$word") ;;
    --pictures) mapfile -t COMPREPLY < <(compgen -W "auto sixel blocks" -- "$word") ;;
    -x) mapfile -t COMPREPLY < <(compgen -W "c c++ cu" -- "$word") ;;
    -I) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    -e | --execute | -D | -U | --seed | --runs) COMPREPLY=() ;;
    --nvrtc) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    *)
        if [[ $word == -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "-e --execute -I -D -U -x -std= -d --device --as --nvrtc --pictures --check --nan --seed
                --runs --debug --dap --lsp -i --interactive -q --quiet --json --no-startup --leaks -t --timing -V --version -h --help" -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -f -X '!*.@(cu|c|cpp|cc)' -- "$word"; compgen -d -- "$word")
        fi
        ;;
    esac
}
shopt -s extglob
complete -o filenames -F _warpcell warpcell
