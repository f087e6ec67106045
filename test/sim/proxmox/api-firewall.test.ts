import { expect, test } from 'vitest'
import { type Running, withWorld } from '../harness.ts'

const RULES = '/cluster/firewall/rules'

const addRule = ({ data }: Running, form: Readonly<Record<string, string>>) => data('POST', RULES, { form })

test('new rules come first, and move in front of the one at the position that is named', () =>
  withWorld(async (running) => {
    const { data } = running
    for (const comment of ['c', 'b', 'a']) await addRule(running, { type: 'in', action: 'ACCEPT', comment })
    const order = async () => {
      const rules = await data('GET', RULES)
      return Array.isArray(rules) ? rules.map((rule) => rule.comment).join('') : rules
    }
    expect(await order()).toBe('abc')
    await data('PUT', `${RULES}/0`, { form: { moveto: '2' } })
    expect(await order()).toBe('bac')
    await data('PUT', `${RULES}/2`, { form: { moveto: '0' } })
    expect(await order()).toBe('cba')
    await data('PUT', `${RULES}/0`, { form: { moveto: '9' } })
    expect(await order()).toBe('bac')
  }))

test('a change made for another state of the list is refused', () =>
  withWorld(async (running) => {
    const { data, ask } = running
    await addRule(running, { type: 'in', action: 'DROP' })
    const { digest } = Object(await data('GET', `${RULES}/0`))
    await data('PUT', `${RULES}/0`, { form: { digest, comment: 'first' } })
    const late = await ask('PUT', `${RULES}/0`, { form: { digest, comment: 'second' } })
    expect(late.reason).toBe('detected modified configuration - file changed by other user? Try again.')
  }))

test('a rule tells when the alias that it names is gone', () =>
  withWorld(async (running) => {
    const { data } = running
    await data('POST', '/cluster/firewall/aliases', { form: { name: 'Lan', cidr: '10.0.0.0/8' } })
    await addRule(running, { type: 'in', action: 'ACCEPT', source: 'dc/lan' })
    expect(await data('GET', RULES)).toEqual([expect.objectContaining({ ipversion: 4 })])
    await data('DELETE', '/cluster/firewall/aliases/lan')
    expect(await data('GET', RULES)).toEqual([
      expect.objectContaining({ errors: { source: "no such alias 'dc/lan'" } }),
    ])
  }))

test.each([
  [{ macro: 'ssh', proto: 'udp' }, { proto: "parameter 'proto' already define in macro (value = 'tcp')" }],
  [{ proto: 'gre', dport: '80' }, { dport: "protocol 'gre' does not support ports" }],
  [{ proto: 'icmp', 'icmp-type': 'no-route' }, { 'icmp-type': "invalid icmp-type 'no-route' for proto 'icmp'" }],
  [{ proto: 'icmpv6', source: '10.0.0.1' }, { source: 'detected mixed ipv4/ipv6 addresses in rule' }],
])('a rule with %j is refused', (keys, errors) =>
  withWorld(async ({ ask }) => {
    const answer = await ask('POST', RULES, { form: { type: 'in', action: 'ACCEPT', ...keys } })
    expect(JSON.parse(answer.text).errors).toEqual(errors)
  }),
)

test('a macro is kept by its proper name', () =>
  withWorld(async (running) => {
    await addRule(running, { type: 'in', action: 'ACCEPT', macro: 'https' })
    expect(await running.data('GET', RULES)).toEqual([expect.objectContaining({ macro: 'HTTPS', enable: 0 })])
  }))

test('a set keeps networks without host bits, each once', () =>
  withWorld(async ({ data, ask }) => {
    await data('POST', '/cluster/firewall/ipset', { form: { name: 'nodes' } })
    await data('POST', '/cluster/firewall/ipset/nodes', { form: { cidr: '10.1.2.3/24' } })
    await data('POST', '/cluster/firewall/ipset/nodes', { form: { cidr: '10.1.2.3/32' } })
    const again = await ask('POST', '/cluster/firewall/ipset/nodes', { form: { cidr: '10.1.2.99/24' } })
    expect(JSON.parse(again.text).errors).toEqual({ cidr: "address '10.1.2.0/24' already exists" })
    const entries = await data('GET', '/cluster/firewall/ipset/nodes')
    expect(entries).toEqual([
      expect.objectContaining({ cidr: '10.1.2.0/24' }),
      expect.objectContaining({ cidr: '10.1.2.3' }),
    ])
    expect(await data('GET', '/cluster/firewall/ipset/nodes/10.1.2.0%2F24')).toMatchObject({ cidr: '10.1.2.0/24' })
  }))

test('rules follow the new name of the group that they apply', () =>
  withWorld(async (running) => {
    const { data } = running
    await data('POST', '/cluster/firewall/groups', { form: { group: 'web' } })
    await addRule(running, { type: 'group', action: 'web' })
    await data('POST', '/cluster/firewall/groups', { form: { group: 'site', rename: 'web' } })
    expect(await data('GET', RULES)).toEqual([expect.objectContaining({ type: 'group', action: 'site' })])
  }))

test('names that every object has are free to take', () =>
  withWorld(async ({ ask }) => {
    expect((await ask('GET', '/cluster/firewall/ipset/constructor')).reason).toBe("no such IPSet 'constructor'")
  }))
