import type { Rule } from '../rule.ts'
import { addressFamily } from './address-family.ts'
import { addressInOtherPool } from './address-in-other-pool.ts'
import { addressOutsideNetwork } from './address-outside-network.ts'
import { addressReserved } from './address-reserved.ts'
import { addressesIgnored } from './addresses-ignored.ts'
import { addressesOverlap } from './addresses-overlap.ts'
import { addressesTooFew } from './addresses-too-few.ts'
import { addressingNeedsCidr } from './addressing-needs-cidr.ts'
import { cannotRemove } from './cannot-remove.ts'
import { cidrFamilies } from './cidr-families.ts'
import { cidrHostBits } from './cidr-host-bits.ts'
import { credentialsUsername } from './credentials-username.ts'
import { duplicateAddress } from './duplicate-address.ts'
import { duplicateMac } from './duplicate-mac.ts'
import { duplicateName } from './duplicate-name.ts'
import { duplicateVmid } from './duplicate-vmid.ts'
import { endpointBesideVip } from './endpoint-beside-vip.ts'
import { evenControlPlanes } from './even-control-planes.ts'
import { gatewayOutsideNetwork } from './gateway-outside-network.ts'
import { givenTwice } from './given-twice.ts'
import { insecureTls } from './insecure-tls.ts'
import { nameInvalid } from './name-invalid.ts'
import { noControlPlanes } from './no-control-planes.ts'
import { noGateway } from './no-gateway.ts'
import { pinnedTwice } from './pinned-twice.ts'
import { proxmoxEndpoint } from './proxmox-endpoint.ts'
import { subnetFamilies } from './subnet-families.ts'
import { subnetsOverlap } from './subnets-overlap.ts'
import { unknownHost } from './unknown-host.ts'
import { unknownMachine } from './unknown-machine.ts'
import { vipPerFamily } from './vip-per-family.ts'
import { vipUnusable } from './vip-unusable.ts'
import { vmidsOverlap } from './vmids-overlap.ts'
import { vmidsTooFew } from './vmids-too-few.ts'

/** Every rule, in the order of the docs. */
export const rules: readonly Rule[] = [
  addressFamily,
  addressInOtherPool,
  addressOutsideNetwork,
  addressReserved,
  addressesIgnored,
  addressesOverlap,
  addressesTooFew,
  addressingNeedsCidr,
  cannotRemove,
  cidrFamilies,
  cidrHostBits,
  credentialsUsername,
  duplicateAddress,
  duplicateMac,
  duplicateName,
  duplicateVmid,
  endpointBesideVip,
  evenControlPlanes,
  gatewayOutsideNetwork,
  givenTwice,
  insecureTls,
  nameInvalid,
  noControlPlanes,
  noGateway,
  pinnedTwice,
  proxmoxEndpoint,
  subnetFamilies,
  subnetsOverlap,
  unknownHost,
  unknownMachine,
  vipPerFamily,
  vipUnusable,
  vmidsOverlap,
  vmidsTooFew,
]
