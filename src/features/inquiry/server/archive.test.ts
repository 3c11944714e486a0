import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fromState } from '#demo/states/from-state.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { archiveOrder, downloadArchive } from '#features/procurement/contract/order.ts'
import { done } from '#features/workflow/rules/held.ts'

test('the archive of an inquiry proves offline what was quoted, and that nobody came to decrypt', async () => {
  const { t, facts } = await fromState('quotesOpened')
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const params = { orderId: facts.orderId }
  const { candidates, draft } = await buyer.call(winnerDetail, { params })
  const body = { ...draft, tradeId: candidates[0]!.tradeId, reason: '', acceptWarnings: true }
  done(await buyer.call(publishWinner, { params, body }))
  await t.settle()
  await buyer.call(archiveOrder, { params, body: { confirm: true } })
  const zip = join(t.kernel.config.dataDir, 'archive.zip')
  await writeFile(zip, (await buyer.file(downloadArchive, { params })).content)
  const cli = join(import.meta.dirname, '../../../../verify/cli.ts')
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, [cli, '--archive', zip], (_error, text) => resolve(text))
  })
  expect(out).toContain('材料自洽，来源未经确认')
  expect(out.match(/✓ 报价单：报价单/g)).toHaveLength(3)
})
