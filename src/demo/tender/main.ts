import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { serverFor } from './server.ts'
import { playTender } from './tender.ts'

/**
 * Plays one whole tender over HTTP as its separate users, with the files of `examples/`, and ends by running the
 * offline verifier on what came out. `npm run tender [-- --base http://127.0.0.1:3000] [--out folder] [--suite gm]`.
 * Without `--base` it starts a server of its own. It moves the clock of the server it plays on by four weeks.
 */
const { values } = parseArgs({
  options: { base: { type: 'string' }, out: { type: 'string' }, suite: { type: 'string' } },
})
const out = resolve(values.out ?? 'tender-result')
mkdirSync(out, { recursive: true })

const began = performance.now()
const server = await serverFor(values.base)
try {
  console.log(`server ${server.base}, results in ${out}\n`)
  const { archive, proof, trust, receipts } = await playTender({
    base: server.base,
    out,
    suite: values.suite === 'gm' ? 'gm' : 'intl',
    say: (text) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`),
  })
  const file = join(out, 'archive.zip')
  const beside = { proof: join(out, 'archive.proof.json'), trust: join(out, 'trust.json') }
  writeFileSync(file, archive)
  writeFileSync(beside.proof, proof)
  writeFileSync(beside.trust, trust)
  const cli = join(import.meta.dirname, '../../../verify/cli.ts')
  const args = [cli, ...receipts, '--archive', file, '--proof', beside.proof, '--trust', beside.trust]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 })
  console.log(`\n${stdout}`)
  console.log(`✓ tender played and verified in ${((performance.now() - began) / 1000).toFixed(1)} s`)
} catch (error) {
  const { stdout } = error as { stdout?: string }
  if (stdout) console.error(stdout)
  console.error('✗ the tender failed:', error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await server.stop()
}
