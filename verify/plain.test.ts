import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportKeyFile } from '#features/sealing/core/key-file.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { TestService } from '#features/sealing/core/test-world.ts'
import { nextSteps, pointsOf } from './plain.ts'
import { verify } from './run.ts'

const file = (path: string, value: object) => ({ path, blob: new Blob([JSON.stringify(value)]) })
const of = (...ids: string[]) => ({
  sections: [{ title: '', checks: ids.map((id) => ({ id, title: id, ok: true, detail: '' })) }],
})

test('every check of the protocol is told in plain words', () => {
  const rows = readFileSync(join(import.meta.dirname, '../docs/protocol/checks.md'), 'utf8').match(/^\| V-\d+ .*$/gm)!
  const ids = rows.flatMap((row) =>
    [...row.split('|')[2]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!.replace('*', '1')),
  )
  // A name that begins with a stroke is the end of the one before.
  const whole = ids.map((id, i) => (id.startsWith('-') ? ids[i - 1]!.replace(/-[^-]+$/, id) : id))
  expect(whole.length).toBeGreaterThan(60)
  for (const id of whole.filter((one) => one !== 'shape'))
    expect({ id, told: pointsOf(of(id)).length }).toEqual({ id, told: 1 })
})

test('a point is as bad as the worst of its checks, and says which', () => {
  const checks = [
    { id: 'format', title: '格式', ok: true, detail: '' },
    { id: 'signature-ed25519', title: '签名', ok: false, detail: '无效' },
    { id: 'on-time', title: '时间', ok: null, detail: '没有公告' },
  ]
  expect(pointsOf({ sections: [{ title: '', checks }] })).toMatchObject([
    { ok: false, text: expect.stringContaining('不是平台签发的'), why: '签名：无效' },
    { ok: null, why: '时间：没有公告' },
  ])
})

describe('what is handed in', () => {
  test('a receipt with its notice: what it says, and what to get next', async () => {
    const service = new TestService()
    const { receipt, manifest } = await service.submit('intl', 'bidder-1')
    const notice = await service.notice()
    const entries = [file('receipt.json', { ...receipt, manifest }), file('notice.json', notice)]
    const report = await verify(entries)
    const points = pointsOf(report)
    expect(points[0]).toMatchObject({ ok: true, text: expect.stringContaining('由平台签发') })
    expect(points.at(-1)).toMatchObject({ ok: null, text: expect.stringContaining('来源还没有确认') })
    expect(nextSteps(report).join()).toContain('信任文件')
    const forged = await verify([file('receipt.json', { ...receipt, body: { ...receipt.body, at: notice.deadline } })])
    expect(forged.verdict).toBe('invalid')
    expect(nextSteps(forged)[0]).toContain('监督部门')
  })

  test('a key file: whole, of these bids or not, and never opened', async () => {
    const service = new TestService()
    const bid = await service.submit('intl', 'bidder-1')
    const about = { holder: '某公司', createdAt: '2026-11-29T00:00:00.000Z' }
    const own = await exportKeyFile({ ...bid.pair, suite: 'intl' }, 'correct horse', about)
    const other = await exportKeyFile(generateKeyPair('intl'), 'correct horse', about)
    const sealed = [...bid.sealed].map(([id, bytes]) => ({ path: `${id}.kbe`, blob: new Blob([bytes as BlobPart]) }))
    const found = async (key: object, files = sealed) => {
      const { sections } = await verify([file('key.json', key), ...files])
      const checks = sections.flatMap((section) => section.checks).filter(({ id }) => id.startsWith('key-file'))
      return checks.map(({ ok }) => ok)
    }
    expect(await found(own)).toEqual([true, true])
    expect(await found(own, [])).toEqual([true, null])
    expect(await found(other)).toEqual([true, false])
    expect(await found({ ...own, publicKey: other.publicKey })).toEqual([false, true])
    expect((await found({ ...own, data: 'x' }))[0]).toBe(false)
  })
})
