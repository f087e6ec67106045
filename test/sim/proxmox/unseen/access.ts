import type { Row } from './row.ts'

/** Requests about users, tokens, roles, rights and pools. */
export const accessRows: readonly Row[] = [
  ['POST /pools?poolid=a/b', "500 create pool failed: parent 'a' of pool 'a/b' does not exist"],
  ['POST /pools?poolid=k8s', '200'],
  ['POST /pools?poolid=k8s', "500 create pool failed: pool 'k8s' already exists"],
  ['PUT /pools?poolid=k8s&vms=100', '200'],
  ['DELETE /pools?poolid=k8s', "500 delete pool failed: pool 'k8s' is not empty (contains VM 100)"],
  ['GET /pools/nosuch', "500 pool 'nosuch' does not exist"],
  ['POST /access/users?userid=nobody', "500 value 'nobody' does not look like a valid user name"],
  ['POST /access/users?userid=new@nosuch', '200'],
  ['POST /access/users?userid=ops@pve', "500 create user failed: user 'ops@pve' already exists"],
  ['POST /access/users/ops@pve/token/x', '400 tokenid: value does not match the regex pattern'],
  ['POST /access/users/ops@pve/token/ci', '400 tokenid: Token already exists.'],
  ['POST /access/roles?roleid=R1&privs=VM.Nope', "400 privs: invalid format - invalid privilege 'VM.Nope'"],
  ['PUT /access/acl?path=/nonsense&roles=Administrator&users=ops@pve', "400 path: invalid ACL path '/nonsense'"],
  ['PUT /access/acl?path=/vms&roles=NoSuch&users=ops@pve', "500 ACL update failed: role 'NoSuch' does not exist"],
  [
    'PUT /access/acl?path=/vms&roles=PVEAuditor',
    "400 groups: either 'users', 'groups' or 'tokens' is required. · tokens: either 'users', 'groups' or 'tokens' is required. · users: either 'users', 'groups' or 'tokens' is required.",
  ],
  ['GET /access/permissions?path=bad path', '200'],
  ['GET /access/permissions?userid=nobody@pve', '200'],
  [
    'POST /access/ticket?username=ops@pve&password=wrong',
    "403 Permission check failed (URI '/access/ticket' not available with API token, need proper ticket.",
  ],
  ['GET /pools/__proto__', "500 pool '__proto__' does not exist"],
  ['GET /access/roles/constructor', "500 role 'constructor' does not exist"],
]
