// Prints how many tests passed and failed, from the runner's report; other steps that failed count as one each.
import { readFileSync } from 'node:fs'
import process from 'node:process'

const [report, ...failedSteps] = process.argv.slice(2)
const text = readFileSync(report, 'utf8')
const { numPassedTests = 0, numFailedTests = 0 } = text === '' ? {} : JSON.parse(text)
// A test file that cannot even be read fails the step without failing a test.
const otherSteps = failedSteps.filter((step) => step !== 'tests' || numFailedTests === 0)
const failed = numFailedTests + otherSteps.length
console.log(`${numPassedTests} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
