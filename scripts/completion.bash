# SPDX-License-Identifier: GPL-2.0-or-later
# Completion for the tools of hw-nv2a in bash: what their own --help says.

# Words of "COMMAND ARGUMENTS --help" that match $1, a pattern of sed.
_nv2a_words() {
    local pattern=$1
    shift
    "$@" --help 2>/dev/null </dev/null | sed -n "$pattern"
}

_nv2a_options='s/^ *\(-[a-z], \)\{0,1\}\(--[a-z0-9-]*\).*/\2/p'

# Tools with commands: nv-xf, nv-state...
_nv2a_tool() {
    local tool=${COMP_WORDS[0]} now=${COMP_WORDS[COMP_CWORD]} words
    if [ "$COMP_CWORD" = 1 ]; then
        words="$(_nv2a_words 's/^  \([a-z][a-z0-9-]*\)  .*/\1/p' "$tool")
            --help --version"
    else
        words=$(_nv2a_words "$_nv2a_options" "$tool" "${COMP_WORDS[1]}")
    fi
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ] || [ "${now#-}" != "$now" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$now")
    fi
}

_nv2a_qemu() {
    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local words=
    case "$before" in
    -device) words=$("${COMP_WORDS[0]}" --cards 2>/dev/null |
                     sed -n 's/^  \(nv[0-9a-z]*\) .*MiB VRAM$/\1/p') ;;
    *) [ "${now#-}" = "$now" ] ||
       words=$(_nv2a_words "$_nv2a_options" "${COMP_WORDS[0]}") ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$now")
}

complete -o default -F _nv2a_tool nv-cap nv-fatx nv-png nv-record nv-state nv-xbe nv-xf
complete -o default -F _nv2a_qemu nv2a-qemu
