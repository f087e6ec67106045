import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** No process has this number: it is beyond what any system gives out. */
const DEAD = '2147483646\n'
const CONTENDERS = 4
const ROUNDS = 10

test('of several processes that find the lock of a dead one at once, exactly one gets the world', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'talmox-lock-'))
  const program = await bundled(folder)
  const contenders = Array.from({ length: CONTENDERS }, (_, slowness) => contender(program, 3 * slowness))
  const all = (line: string) => Promise.all(contenders.map(({ ask }) => ask(line)))
  const held: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const file = path.join(folder, `world-${round}.jsonl`)
      writeFileSync(`${file}.lock`, DEAD)
      // Also who died while taking over is followed.
      if (round % 2 === 0) writeFileSync(`${file}.lock.next`, DEAD)
      held.push((await all(file)).filter((said) => said === 'held').length)
      await all('')
    }
    expect(held).toEqual(held.map(() => 1))
    expect(readdirSync(folder).filter((name) => name.includes('.lock'))).toEqual([])
  } finally {
    for (const { end } of contenders) await end()
    rmSync(folder, { recursive: true })
  }
})

/** The program that contends for locks, as one that Node can run. */
async function bundled(folder: string): Promise<string> {
  const file = path.join(folder, 'contender.mjs')
  const bundle = await rolldown({ input: path.join(import.meta.dirname, 'contender.ts'), platform: 'node' })
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return file
}

function contender(program: string, slowness: number) {
  const child = spawn(process.execPath, [program, String(slowness)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdout.setEncoding('utf8')
  return {
    async ask(line: string): Promise<string> {
      const answer = once(child.stdout, 'data')
      child.stdin.write(`${line}\n`)
      return String((await answer)[0]).trim()
    },
    async end(): Promise<void> {
      const closed = once(child, 'close')
      child.stdin.end()
      await closed
    },
  }
}
