#compdef talmox

_talmox() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a commands=(
    'plan:show what `up` would do, and why'
    'up:make the cluster what its file says'
    'destroy:destroy the machines of the cluster'
    'status:show how the cluster stands'
    'outputs:print endpoint, addresses and files, for other programs'
    'kubeconfig:make a kubeconfig for the cluster, and merge it into your own'
    'talosconfig:make a talosconfig for the cluster, and merge it into your own'
    'history:show past runs, and what took how long'
    'init:write a commented cluster file to start from'
    'validate:check a cluster file, offline'
    'show:show the machines a cluster file comes to, and where they go'
    'render:print the Talos machine configs a cluster file makes'
    'doctor:check that Proxmox has everything that a cluster file needs'
    'role:show the rights on Proxmox that a cluster file needs, or a script that gives them'
    'images:list the Talos images and templates and who needs them, or remove images nobody needs'
    'sim:run a simulated Proxmox, for talmox and any other program'
    'schema:print the JSON Schema of cluster files'
    'completion:print a script that completes talmox in a shell'
    'help:print this help, or that of a command'
  )
  _arguments -C '--color=[when to use colours]:value:(auto always never)' '(-V --version)'{-V,--version}'[print the version]' '(-h --help)'{-h,--help}'[print help]' '1: :->command' '*:: :->rest'
  case "$state" in
    command) _describe command commands ;;
    rest)
      case "$line[1]" in
        plan) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--json[print the plan as one JSON document]' '--out=[also write the plan to a file, for `talmox up FILE`]:value: ' '--graph=[print a picture of the plan]:value:(svg mermaid dot)' '--detailed-exitcode[end with 2 when there is something to do]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        up) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '(-y --yes)'{-y,--yes}'[go on without asking]' '--max-parallel=[workers that are restarted or changed at once]:value: ' '--break-lock[take the lock of the cluster away from whoever holds it]' '--json[print what happens as one JSON document per line]' '(-v --verbose)'{-v,--verbose}'[also print every request, without secrets, on standard error]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: :_files' ;;
        destroy) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '(-y --yes)'{-y,--yes}'[go on without asking]' '--break-lock[take the lock of the cluster away from whoever holds it]' '--json[print what happens as one JSON document per line]' '(-v --verbose)'{-v,--verbose}'[also print every request, without secrets, on standard error]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        status) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '(-w --watch)'{-w,--watch}'[look again every five seconds, until Ctrl-C]' '--json[print one JSON document, with --watch one per line]' '(-v --verbose)'{-v,--verbose}'[also print every request, without secrets, on standard error]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        outputs) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--json[print one JSON document]' '--raw[print one value as it is, without a line end; fails when it is not known]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: : ' ;;
        kubeconfig) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--merge[merge it into your own file and select it, as talosctl does]' '(-o --out)'{-o+,--out=}'[write it there, or merge it into that file]:value:_files' '--ttl=[how long the certificate is good for, such as 8h or 30d]:value: ' '--force[take a name over, or write over a file]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        talosconfig) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--merge[merge it into your own file and select it, as talosctl does]' '(-o --out)'{-o+,--out=}'[write it there, or merge it into that file]:value:_files' '--ttl=[how long the certificate is good for, such as 8h or 30d]:value: ' '--force[take a name over, or write over a file]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        history) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--json[print one JSON document]' '--timeline=[draw a run, the last one unless named]:value:(text svg)' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: : ' ;;
        init) _arguments '--name=[name of the cluster]:value: ' '--control-planes=[number of control planes]:value: ' '--workers=[number of workers]:value: ' '--talos-version=[Talos version]:value: ' '--endpoint=[address of the Proxmox API]:value: ' '--hosts=[hosts that may carry machines]:value: ' '--storage=[storage of the machines'\'' disks]:value: ' '--image-mode=[where machines get their Talos from]:value:(import template iso)' '--bridge=[bridge of the machines]:value: ' '--vlan=[VLAN of the machines]:value: ' '--addressing=[how machines get their addresses]:value:(static dhcp reserved)' '--cidr=[network of the machines]:value: ' '--gateway=[default gateway]:value: ' '--dns=[name servers]:value: ' '--vip=[virtual address of the Kubernetes API]:value: ' '--force[write over a file that is there]' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: :_files' ;;
        validate) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--json[print one JSON document\: {valid, problems}]' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: :_files' ;;
        show) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--origin[say where each value of NODE comes from]' '--show-secrets[show passwords, tokens and keys that the file holds]' '--json[print one JSON document; sizes are bytes]' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: : ' ;;
        render) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--out=[write one file per machine into a folder instead]:value:_files' '--origin[say beside each value that a patch set, which one and where]' '--show-secrets[show secrets as they are; needs those of the cluster]' '--secrets=[a secrets bundle, such as talosctl gen secrets writes; default\: that of the cluster]:value:_files' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: : ' ;;
        doctor) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--json[print one JSON document\: {ok, checks}]' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        role) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--script[print a shell script that makes roles, user, token and access entries]' '--pve=[release of Proxmox VE; nothing is asked then]:value:(8 9)' '--user=[the user that the token belongs to]:value: ' '--token-name=[the name of the token]:value: ' '--prune[also what removing old images needs]' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        images) _arguments '(-f --file)'{-f+,--file=}'[the cluster file]:value:_files' '(-y --yes)'{-y,--yes}'[remove without asking]' '--json[print one JSON document; sizes are bytes]' '--simulate[use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL]' '--speed=[simulated seconds per real one, with --simulate]:value: ' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: :(list prune)' ;;
        sim) _arguments '(-f --file)'{-f+,--file=}'[a cluster file, or the file of a world]:value:_files' '--speed=[simulated seconds per real one]:value: ' '--listen=[where the first host'\''s API listens on this computer]:value: ' '--control=[port of the control endpoint]:value: ' '--state=[keep the world in this file, and go on with what is there]:value:_files' '--record=[write every request and its answer to this file, as JSON lines without secrets]:value:_files' '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        schema) _arguments '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' ;;
        completion) _arguments '--color=[when to use colours]:value:(auto always never)' '(-h --help)'{-h,--help}'[print help]' '1: :(bash zsh fish)' ;;
        help) _arguments '--color=[when to use colours]:value:(auto always never)' '1: :(plan up destroy status outputs kubeconfig talosconfig history init validate show render doctor role images sim schema completion)' ;;
      esac ;;
  esac
}

# Loaded by compinit the file is the function; sourced, it has to be bound.
if [[ "$funcstack[1]" == _talmox ]]; then _talmox "$@"; else compdef _talmox talmox; fi
