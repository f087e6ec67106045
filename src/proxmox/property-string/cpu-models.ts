/** CPU models that Proxmox knows without a definition of the user's. */
export const cpuModels: ReadonlySet<string> = new Set(
  `
  host max kvm32 kvm64 qemu32 qemu64 x86-64-v2 x86-64-v2-AES x86-64-v3 x86-64-v4
  486 pentium pentium2 pentium3 coreduo core2duo Conroe Penryn Nehalem Nehalem-IBRS Westmere Westmere-IBRS
  SandyBridge SandyBridge-IBRS IvyBridge IvyBridge-IBRS Haswell Haswell-IBRS Haswell-noTSX Haswell-noTSX-IBRS
  Broadwell Broadwell-IBRS Broadwell-noTSX Broadwell-noTSX-IBRS Skylake-Client Skylake-Client-IBRS
  Skylake-Client-noTSX-IBRS Skylake-Client-v4 Skylake-Server Skylake-Server-IBRS Skylake-Server-noTSX-IBRS
  Skylake-Server-v4 Skylake-Server-v5 Cascadelake-Server Cascadelake-Server-v2 Cascadelake-Server-noTSX
  Cascadelake-Server-v4 Cascadelake-Server-v5 Cooperlake Cooperlake-v2 KnightsMill Icelake-Client
  Icelake-Client-noTSX Icelake-Server Icelake-Server-noTSX Icelake-Server-v3 Icelake-Server-v4 Icelake-Server-v5
  Icelake-Server-v6 Icelake-Server-v7 SapphireRapids SapphireRapids-v2 SapphireRapids-v3 SapphireRapids-v4
  SapphireRapids-v5 SapphireRapids-v6 GraniteRapids-v4 GraniteRapids-v5 SierraForest-v4 SierraForest-v5
  GraniteRapids GraniteRapids-v2 GraniteRapids-v3 SierraForest SierraForest-v2 SierraForest-v3 ClearwaterForest
  ClearwaterForest-v2 ClearwaterForest-v3 DiamondRapids
  athlon phenom Opteron_G1 Opteron_G2 Opteron_G3 Opteron_G4 Opteron_G5 EPYC EPYC-IBPB EPYC-v3 EPYC-v4 EPYC-v5
  EPYC-Rome EPYC-Rome-v2 EPYC-Rome-v3 EPYC-Rome-v4 EPYC-Rome-v5 EPYC-Milan EPYC-Milan-v2 EPYC-Milan-v3
  EPYC-Genoa EPYC-Genoa-v2 EPYC-Turin
  a64fx cortex-a35 cortex-a53 cortex-a55 cortex-a57 cortex-a710 cortex-a72 cortex-a76 neoverse-n1 neoverse-n2
  neoverse-v1
  `
    .trim()
    .split(/\s+/),
)

/** CPU flags that a VM may switch, in the order in which Proxmox lists them. */
export const cpuFlags: readonly string[] =
  'aes amd-no-ssb amd-ssbd hv-evmcs hv-tlbflush ibpb md-clear nested-virt pcid pdpe1gb spec-ctrl ssbd virt-ssbd'.split(
    ' ',
  )
