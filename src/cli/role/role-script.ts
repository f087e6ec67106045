import { type Role, roleNames } from '../../proxmox/permissions/roles.ts'
import { shellWord } from '../shell-word.ts'
import type { Holder } from './holder.ts'

/** A shell script that gives a token its rights; running it again changes nothing but what differs. */
export function roleScript(cluster: string, roles: readonly Role[], { user, token }: Holder): string {
  const full = shellWord(`${user}!${token}`)
  return [
    '#!/bin/sh',
    `# The least rights that talmox needs for the cluster ${cluster}. Run it as root on one of the Proxmox hosts.`,
    'set -eu',
    '',
    'role() {',
    '  if pveum role list --output-format json | grep -qF "\\"roleid\\":\\"$1\\""',
    '  then pveum role modify "$1" --privs "$2"',
    '  else pveum role add "$1" --privs "$2"',
    '  fi',
    '}',
    '',
    ...roles.map(({ name, privileges }) => `role ${shellWord(name)} ${shellWord(privileges.join(' '))}`),
    '',
    `pveum user list --output-format json | grep -qF ${shellWord(`"userid":"${user}"`)} ||`,
    `  pveum user add ${shellWord(user)} --comment talmox`,
    '',
    '# With privilege separation a token has what both it and its user have, so that both are given the roles.',
    ...roles.flatMap(({ name, entries }) =>
      entries.map(({ path, propagate }) => aclLine(path, name, propagate, shellWord(user))),
    ),
    '',
    '# The secret is shown once, when the token is made: it is what PROXMOX_VE_API_TOKEN wants after the =.',
    `pveum user token list ${shellWord(user)} --output-format json | grep -qF ${shellWord(`"tokenid":"${token}"`)} ||`,
    `  pveum user token add ${shellWord(user)} ${shellWord(token)} --privsep 1 --comment ${shellWord(`talmox, cluster ${cluster}`)}`,
    ...roles.flatMap(({ name, entries }) =>
      entries.map(({ path, propagate }) => aclLine(path, name, propagate, full, '--tokens')),
    ),
    '',
    ...withdrawal(cluster, roles, { user, token }),
    '',
  ].join('\n')
}

function aclLine(path: string, role: string, propagate: boolean, holder: string, as = '--users'): string {
  return `pveum acl modify ${shellWord(path)} ${as} ${holder} --roles ${shellWord(role)} --propagate ${propagate ? 1 : 0}`
}

/** Takes away what an earlier file needed: its entries would go on giving roles that may mean something else by now. */
function withdrawal(cluster: string, roles: readonly Role[], { user, token }: Holder): readonly string[] {
  return [
    '# What an earlier cluster file needed and this one does not is taken away again.',
    'kept() {',
    "  cat <<'END'",
    ...roles.flatMap(({ name, entries }) => entries.map(({ path }) => `${path} ${name}`)),
    'END',
    '}',
    'field() { printf \'%s\\n\' "$entry" | sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }',
    "pveum acl list --output-format json | tr '}' '\\n' |",
    `  { grep ${shellWord(`"roleid":"${roleNames(cluster)}"`)} || true; } |`,
    '  while read -r entry; do',
    '    path=$(field path) role=$(field roleid) holder=$(field ugid)',
    '    case $holder in',
    `    ${shellWord(user)}) as=--users ;;`,
    `    ${shellWord(`${user}!${token}`)}) as=--tokens ;;`,
    '    *) continue ;;',
    '    esac',
    '    kept | grep -qxF "$path $role" || pveum acl delete "$path" "$as" "$holder" --roles "$role" </dev/null',
    '  done',
  ]
}
