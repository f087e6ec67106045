_talmox_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }

_talmox_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}

_talmox() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" word
  COMPREPLY=()
  # bash breaks --flag=value into three words.
  if [[ "$current" == "=" ]]; then current=""; elif [[ "$previous" == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in plan|up|destroy|status|outputs|kubeconfig|talosconfig|history|init|validate|show|render|doctor|role|images|sim|schema|completion|help) command="$word"; break ;; esac
  done
  case "$command:$previous" in
    plan:--file|plan:-f) _talmox_files; return ;;
    plan:--out) :; return ;;
    plan:--graph) _talmox_words "svg mermaid dot"; return ;;
    plan:--remove-member) :; return ;;
    plan:--speed) :; return ;;
    plan:--color) _talmox_words "auto always never"; return ;;
    up:--file|up:-f) _talmox_files; return ;;
    up:--max-parallel) :; return ;;
    up:--remove-member) :; return ;;
    up:--speed) :; return ;;
    up:--color) _talmox_words "auto always never"; return ;;
    destroy:--file|destroy:-f) _talmox_files; return ;;
    destroy:--speed) :; return ;;
    destroy:--color) _talmox_words "auto always never"; return ;;
    status:--file|status:-f) _talmox_files; return ;;
    status:--speed) :; return ;;
    status:--color) _talmox_words "auto always never"; return ;;
    outputs:--file|outputs:-f) _talmox_files; return ;;
    outputs:--speed) :; return ;;
    outputs:--color) _talmox_words "auto always never"; return ;;
    kubeconfig:--file|kubeconfig:-f) _talmox_files; return ;;
    kubeconfig:--out|kubeconfig:-o) _talmox_files; return ;;
    kubeconfig:--ttl) :; return ;;
    kubeconfig:--speed) :; return ;;
    kubeconfig:--color) _talmox_words "auto always never"; return ;;
    talosconfig:--file|talosconfig:-f) _talmox_files; return ;;
    talosconfig:--out|talosconfig:-o) _talmox_files; return ;;
    talosconfig:--ttl) :; return ;;
    talosconfig:--speed) :; return ;;
    talosconfig:--color) _talmox_words "auto always never"; return ;;
    history:--file|history:-f) _talmox_files; return ;;
    history:--timeline) _talmox_words "text svg"; return ;;
    history:--color) _talmox_words "auto always never"; return ;;
    init:--name) :; return ;;
    init:--control-planes) :; return ;;
    init:--workers) :; return ;;
    init:--talos-version) :; return ;;
    init:--endpoint) :; return ;;
    init:--fingerprint) :; return ;;
    init:--hosts) :; return ;;
    init:--storage) :; return ;;
    init:--image-mode) _talmox_words "import template iso"; return ;;
    init:--bridge) :; return ;;
    init:--vlan) :; return ;;
    init:--addressing) _talmox_words "static dhcp reserved"; return ;;
    init:--cidr) :; return ;;
    init:--gateway) :; return ;;
    init:--dns) :; return ;;
    init:--vip) :; return ;;
    init:--color) _talmox_words "auto always never"; return ;;
    validate:--file|validate:-f) _talmox_files; return ;;
    validate:--color) _talmox_words "auto always never"; return ;;
    show:--file|show:-f) _talmox_files; return ;;
    show:--color) _talmox_words "auto always never"; return ;;
    render:--file|render:-f) _talmox_files; return ;;
    render:--out) _talmox_files; return ;;
    render:--secrets) _talmox_files; return ;;
    render:--color) _talmox_words "auto always never"; return ;;
    doctor:--file|doctor:-f) _talmox_files; return ;;
    doctor:--speed) :; return ;;
    doctor:--color) _talmox_words "auto always never"; return ;;
    role:--file|role:-f) _talmox_files; return ;;
    role:--speed) :; return ;;
    role:--pve) _talmox_words "8 9"; return ;;
    role:--user) :; return ;;
    role:--token-name) :; return ;;
    role:--color) _talmox_words "auto always never"; return ;;
    images:--file|images:-f) _talmox_files; return ;;
    images:--speed) :; return ;;
    images:--color) _talmox_words "auto always never"; return ;;
    sim:--file|sim:-f) _talmox_files; return ;;
    sim:--speed) :; return ;;
    sim:--listen) :; return ;;
    sim:--control) :; return ;;
    sim:--state) _talmox_files; return ;;
    sim:--record) _talmox_files; return ;;
    sim:--color) _talmox_words "auto always never"; return ;;
    schema:--color) _talmox_words "auto always never"; return ;;
    completion:--color) _talmox_words "auto always never"; return ;;
    help:--color) _talmox_words "auto always never"; return ;;
    :--color) _talmox_words "auto always never"; return ;;
  esac
  case "$command:$current" in
    plan:-*) _talmox_words "--file -f --json --out --graph --detailed-exitcode --remove-member --simulate --speed --color --help -h" ;;
    up:-*) _talmox_words "--file -f --yes -y --max-parallel --remove-member --break-lock --json --verbose -v --simulate --speed --color --help -h" ;;
    up:*) _talmox_files ;;
    destroy:-*) _talmox_words "--file -f --images --secrets --yes -y --break-lock --json --verbose -v --simulate --speed --color --help -h" ;;
    status:-*) _talmox_words "--file -f --watch -w --json --verbose -v --simulate --speed --color --help -h" ;;
    outputs:-*) _talmox_words "--file -f --json --raw --simulate --speed --color --help -h" ;;
    outputs:*) : ;;
    kubeconfig:-*) _talmox_words "--file -f --merge --out -o --ttl --force --simulate --speed --color --help -h" ;;
    talosconfig:-*) _talmox_words "--file -f --merge --out -o --ttl --force --simulate --speed --color --help -h" ;;
    history:-*) _talmox_words "--file -f --json --timeline --color --help -h" ;;
    history:*) : ;;
    init:-*) _talmox_words "--name --control-planes --workers --talos-version --endpoint --fingerprint --hosts --storage --image-mode --bridge --vlan --addressing --cidr --gateway --dns --vip --force --color --help -h" ;;
    init:*) _talmox_files ;;
    validate:-*) _talmox_words "--file -f --json --color --help -h" ;;
    validate:*) _talmox_files ;;
    show:-*) _talmox_words "--file -f --origin --show-secrets --json --color --help -h" ;;
    show:*) : ;;
    render:-*) _talmox_words "--file -f --out --origin --show-secrets --secrets --color --help -h" ;;
    render:*) : ;;
    doctor:-*) _talmox_words "--file -f --simulate --speed --json --color --help -h" ;;
    role:-*) _talmox_words "--file -f --simulate --speed --script --pve --user --token-name --prune --color --help -h" ;;
    images:-*) _talmox_words "--file -f --yes -y --json --simulate --speed --color --help -h" ;;
    images:*) _talmox_words "list prune" ;;
    sim:-*) _talmox_words "--file -f --speed --listen --control --state --record --color --help -h" ;;
    schema:-*) _talmox_words "--color --help -h" ;;
    completion:-*) _talmox_words "--color --help -h" ;;
    completion:*) _talmox_words "bash zsh fish" ;;
    help:-*) _talmox_words "--color" ;;
    help:*) _talmox_words "plan up destroy status outputs kubeconfig talosconfig history init validate show render doctor role images sim schema completion" ;;
    :*) _talmox_words "plan up destroy status outputs kubeconfig talosconfig history init validate show render doctor role images sim schema completion help --color --version -V --help -h" ;;
  esac
}
complete -F _talmox talmox
