// `npm run goldens`: everything that was recorded of the real talosctl beside what we make of the same, line by line.
import process from 'node:process'
import { closingLines, goldenReport } from './support/golden-report.ts'
import { hasSharedTalos, warnWithoutSharedTalos } from './support/talosctl-outputs.ts'

warnWithoutSharedTalos()
if (hasSharedTalos) {
  const report = goldenReport()
  const lines = [...report.contracts, ...report.patches, ...report.validated]
  for (const { about, equal, of } of lines) {
    console.log(
      of === 0 ? `  not refused  ${about}` : `${String(equal).padStart(4)} of ${String(of).padStart(4)}  ${about}`,
    )
  }
  for (const closing of closingLines(report)) console.log(closing)
  if (lines.some(({ equal, of }) => equal < of)) process.exitCode = 1
}
