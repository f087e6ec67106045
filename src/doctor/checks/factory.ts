import { mapBounded } from '../../live/bounded.ts'
import { list } from '../../placement/words.ts'
import { isProxmoxError } from '../../proxmox/client/error.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, ok, orOk } from '../finding.ts'
import { downloadingMachines } from '../machines.ts'
import type { Patient } from '../patient.ts'

export const factory: Check = {
  name: 'factory',
  about: 'The hosts reach the image factory, from which they download.',
  run: async (patient) => {
    const hosts = [...new Set((await downloadingMachines(patient)).map(({ host }) => host))]
    if (hosts.length === 0) return [ok('nothing is downloaded')]
    const found = (await mapBounded(hosts, 8, (host) => reach(patient, host))).flat()
    return orOk(found, `${list(hosts)} reach${hosts.length === 1 ? 'es' : ''} ${patient.desired.talos.factory}`)
  },
}

/** The factory sends questions about images elsewhere, where they are refused; any answer at all is enough here. */
async function reach({ client, desired }: Patient, node: string): Promise<readonly Finding[]> {
  const url = `${desired.talos.factory.replace(/\/+$/, '')}/versions`
  try {
    await client.get('/nodes/{node}/query-url-metadata', { node, url }, { retry: false })
    return []
  } catch (error) {
    if (!isProxmoxError(error) || error.code === 'proxmox-permission') throw error
    const said = /invalid server response: '(\d{3}) (.*)'/.exec(error.reason ?? '')
    // Status 500 is what the host itself says when nobody answered.
    if (said !== null && said[1] !== '500') return []
    return [
      fail(
        `${node} does not reach ${desired.talos.factory}: ${said?.[2] ?? error.reason ?? error.message}`,
        'check its name servers, gateway and firewall, or the proxy under Datacenter → Options',
      ),
    ]
  }
}
