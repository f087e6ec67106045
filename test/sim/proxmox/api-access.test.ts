import { expect, test } from 'vitest'
import { withWorld } from '../harness.ts'

const TOKEN = '/access/users/nobody@pve/token/ci'

test('a token is made, shown without its secret, used, renewed and removed', () =>
  withWorld(async ({ ask, data }) => {
    const made = await data('POST', TOKEN, { form: { privsep: '0', comment: 'for ci' } })
    // The settings come back as they were sent: a form has texts.
    expect(made).toMatchObject({ 'full-tokenid': 'nobody@pve!ci', info: { privsep: '0', comment: 'for ci' } })
    expect(await data('GET', TOKEN)).toEqual({ expire: 0, privsep: 0, comment: 'for ci' })
    const again = await ask('POST', TOKEN, { form: {} })
    expect(JSON.parse(again.text).errors).toEqual({ tokenid: 'Token already exists.' })
    const renewed = await data('PUT', TOKEN, { form: { regenerate: '1', delete: 'comment' } })
    expect(renewed).toMatchObject({ privsep: 0, expire: 0, 'full-tokenid': 'nobody@pve!ci' })
    expect(renewed).not.toHaveProperty('comment')
    await data('DELETE', TOKEN)
    expect((await ask('GET', TOKEN)).reason).toBe("no such token 'ci' for user 'nobody@pve'")
  }))

test('a role is made, changed and removed; a built-in one is not', () =>
  withWorld(async ({ ask, data }) => {
    await data('POST', '/access/roles', { form: { roleid: 'Deploy', privs: 'VM.Audit VM.Clone' } })
    await data('PUT', '/access/roles/Deploy', { form: { privs: 'VM.Allocate', append: '1' } })
    expect(await data('GET', '/access/roles/Deploy')).toEqual({ 'VM.Allocate': 1, 'VM.Audit': 1, 'VM.Clone': 1 })
    expect((await ask('PUT', '/access/roles/PVEAdmin', { form: { privs: '' } })).reason).toBe(
      "auto-generated role 'PVEAdmin' cannot be modified",
    )
    const taken = await ask('POST', '/access/roles', { form: { roleid: 'pveX' } })
    expect(JSON.parse(taken.text).errors.roleid).toContain("'PVE' namespace")
    await data('DELETE', '/access/roles/Deploy')
    expect((await ask('DELETE', '/access/roles/Deploy')).reason).toBe(
      "delete role failed: role 'Deploy' does not exist",
    )
  }))

test('a change that fails halfway changes nothing', () =>
  withWorld(async ({ ask, data }) => {
    const form = { path: '/vms', roles: 'PVEAuditor', users: 'nobody@pve,ghost@pve' }
    expect((await ask('PUT', '/access/acl', { form })).reason).toBe(
      "ACL update failed: user 'ghost@pve' does not exist",
    )
    expect(await data('GET', '/access/acl')).toHaveLength(1)
  }))

test('a password is changed by its owner with the old one, and then opens the door', () =>
  withWorld(async ({ client, data }) => {
    const login = async (password: string) => {
      const body = new URLSearchParams({ username: 'nobody@pve', password }).toString()
      return client.send({
        method: 'POST',
        path: '/api2/json/access/ticket',
        headers: { 'Content-Length': String(body.length) },
        body,
      })
    }
    const { data: session } = JSON.parse((await login('secret-nobody')).text)
    const body = new URLSearchParams({
      userid: 'nobody@pve',
      password: 'another-1',
      'confirmation-password': 'secret-nobody',
    }).toString()
    const headers = {
      Cookie: `PVEAuthCookie=${encodeURIComponent(session.ticket)}`,
      CSRFPreventionToken: session.CSRFPreventionToken,
      'Content-Length': String(body.length),
    }
    const change = await client.send({ method: 'PUT', path: '/api2/json/access/password', headers, body })
    expect(change.text).toBe('{"data":null}')
    expect((await login('secret-nobody')).status).toBe(401)
    expect((await login('another-1')).status).toBe(200)
    expect(await data('GET', '/access/users/nobody@pve')).not.toHaveProperty('password')
  }))

test('groups hold users until they are gone', () =>
  withWorld(async ({ data, ask }) => {
    await data('POST', '/access/groups', { form: { groupid: 'crew', comment: 'c' } })
    await data('PUT', '/access/users/nobody@pve', { form: { groups: 'crew' } })
    expect(await data('GET', '/access/groups/crew')).toEqual({ members: ['nobody@pve'], comment: 'c' })
    await data('DELETE', '/access/users/nobody@pve')
    expect(await data('GET', '/access/groups')).toEqual([{ groupid: 'crew', comment: 'c', users: '' }])
    expect((await ask('POST', '/access/groups', { form: { groupid: 'crew' } })).reason).toBe(
      "create group failed: group 'crew' already exists",
    )
  }))
