import * as c from '#features/supplier-draws/contract.ts'
import type { System } from '#server/system.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { drawn } from './play/drawn.ts'

/** Draws of the hospital's suppliers: one that waits, one that was made, the same once more, and one that was given up. */
export async function playSupplierDraws(cast: Cast, system: System): Promise<void> {
  const buyer = await cast.as('buyer')
  const imaging = { title: '监护设备询价邀请供应商抽取', purpose: '监护设备询价采购，随机邀请供应商', number: 2 }
  await made(buyer, system, { fields: imaging, againReason: '' })
  const again = { ...imaging, title: '监护设备询价邀请供应商抽取（补抽）', number: 1 }
  await made(buyer, system, { fields: again, againReason: '首次抽中的一家供应商书面谢绝，补抽一家' })
  const given = await prepare(buyer, { title: '后勤服务供应商抽取', purpose: '保洁服务邀请', number: 1 })
  const reason = '改为公开征集'
  await buyer.call(c.cancelDraw, { params: { drawId: given }, body: { reason } })
  await prepare(buyer, { title: '输液泵采购邀请供应商抽取', purpose: '输液泵邀请招标，随机邀请供应商', number: 3 })
}

interface Fields {
  title: string
  purpose: string
  number: number
}

async function prepare(buyer: HttpClient, fields: Fields): Promise<string> {
  const conditions = { category: '', grades: [], regions: [], certificate: '' }
  return (await buyer.call(c.createDraw, { body: { ...fields, conditions, substitutes: 1 } })).drawId
}

async function made(
  buyer: HttpClient,
  system: System,
  { fields, againReason }: { fields: Fields; againReason: string },
): Promise<void> {
  const drawId = await prepare(buyer, fields)
  await buyer.call(c.startDraw, { params: { drawId }, body: { againReason } })
  await drawn(system, drawId)
}
