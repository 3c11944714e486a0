import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { archiveOrder, downloadArchive } from '#features/procurement/contract/order.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'

const VERIFY = join(import.meta.dirname, '../../../../../verify')
const hasPython = spawnSync('python3', [join(VERIFY, 'python/library.py')]).status === 0

/**
 * Awards an order to its first candidate, archives it, and gives what the verifier says of the archive, and the verdict of the
 * second one; null where python3 with `cryptography` lacks.
 */
export async function verifiedArchive(
  t: TestSystem,
  buyer: HttpClient,
  orderId: string,
): Promise<{ said: string; second: string | null }> {
  const params = { orderId }
  const { candidates, draft } = await buyer.call(winnerDetail, { params })
  const body = { ...draft, tradeId: candidates[0]!.tradeId, reason: '', acceptWarnings: true }
  done(await buyer.call(publishWinner, { params, body }))
  await t.settle()
  await buyer.call(archiveOrder, { params, body: { confirm: true } })
  const zip = join(t.kernel.config.dataDir, 'archive.zip')
  await writeFile(zip, (await buyer.file(downloadArchive, { params })).content)
  const said = await output(process.execPath, [join(VERIFY, 'cli.ts'), '--archive', zip])
  const json = hasPython ? await output('python3', [join(VERIFY, 'python/verify.py'), zip, '--json']) : null
  return { said, second: json && (JSON.parse(json) as { verdict: string }).verdict }
}

function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, [...args], { maxBuffer: 1 << 28 }, (_error, text) => resolve(text))
  })
}
