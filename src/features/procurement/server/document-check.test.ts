import { Document, Packer, Paragraph } from 'docx'
import { beforeAll, describe, expect, test } from 'vitest'
import { awaitTexts, textsOf } from '#features/attachments/server/public.ts'
import { done } from '#features/workflow/rules/held.ts'
import { inContext } from '#server/context.ts'
import { renderPdf } from '#server/pdf/render.ts'
import * as followUp from '../contract/follow-up.ts'
import * as notice from '../contract/notice.ts'
import * as order from '../contract/order.ts'
import { draft, PDF, tenderWorld, text, type TenderWorld } from './testing/tender.ts'

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

/** A document of two pages as purchasers write them. */
const pdf = (...lines: string[]) =>
  renderPdf(
    '#import "base.typ": *\n#show: official.with(title: "招标文件")\n第一章 公告\n#pagebreak()\n#for line in input [#line #parbreak()]',
    lines,
    { at: new Date(0) },
  )
const word = (...lines: string[]) =>
  Packer.toBuffer(new Document({ sections: [{ children: lines.map((line) => new Paragraph(line)) }] }))

async function attached(name: string, content: Buffer) {
  const { fileId } = await world.buyer.upload('tender-document', name, content)
  return { fileId, kind: 'document' as const, name }
}

const readings = async () =>
  (
    await world.t.owner.query(
      `select source_sha256, asked_at from attachment_rendition where pattern = 'text' order by 2`,
    )
  ).rows

describe('documents of a draft', () => {
  test('that state something else keep it from being published, until they are replaced', async () => {
    const { buyer } = world
    const wrong = await attached('招标文件.pdf', await pdf('投标保证金：人民币', '60,000.00 元；以电汇方式缴纳。'))
    const terms = await attached(
      '合同条款.docx',
      await word('总则', '最高限价：玖拾万元整', '开标时间：2026年1月5日9时30分'),
    )
    const { orderId, body } = await draft(world, { files: [wrong, terms] })
    const params = { orderId }
    // A publication waits for what is being read, but not for ever: on a busy machine reading takes longer.
    const isPending = async () => (await buyer.call(order.publishCheck, { params })).isPending
    await expect.poll(isPending, { timeout: 60_000 }).toBe(false)
    const refused = await buyer.refused(order.publishOrder, { params, body: { acceptWarnings: true } })
    expect(refused).toMatchObject({ status: 400, code: 10001 })
    const told = [
      '《招标文件.pdf》第 2 页“投标保证金：人民币60,000.00 元”，与采购单的投标保证金“20,000.00 元”不一致',
      expect.stringMatching(
        /^《合同条款.docx》第 3 段“开标时间：2026年1月5日9时30分”，与采购单的开标时间“20[\d: -]+”不一致$/,
      ),
    ]
    expect(refused.details).toEqual(told.map((message) => ({ path: 'files', message })))
    // The check before says the same, and reads nothing twice.
    const before = await readings()
    const { rows } = await buyer.call(order.publishCheck, { params })
    expect(rows.filter(({ state }) => state === 'wrong')).toEqual(
      told.map((text) => ({ state: 'wrong', text, path: 'files' })),
    )
    expect(await readings()).toEqual(before)

    const right = await attached('招标文件（改）.pdf', await pdf('投标保证金：人民币贰万元整（￥20,000.00）。'))
    const { projectId: _, method: __, ...fields } = body
    await buyer.call(order.updateOrder, { params, body: { ...fields, files: [right] } })
    done(await buyer.call(order.publishOrder, { params, body: {} }))
  })

  test('that cannot be read are told, and keep nobody from publishing', async () => {
    const { buyer } = world
    const scan = await attached('扫描件.pdf', PDF)
    const damaged = await attached('损坏.pdf', Buffer.concat([PDF, Buffer.from('stream')]))
    const plan = await attached('图纸.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    const { orderId } = await draft(world, { files: [scan, damaged, plan] })
    const params = { orderId }
    // Whoever looks first has them read.
    const notes = async () =>
      (await buyer.call(order.publishCheck, { params })).rows.flatMap(({ state, text }) =>
        state === 'note' ? text : [],
      )
    await expect
      .poll(notes, { timeout: 60_000 })
      .toEqual([
        '《扫描件.pdf》未核对：没有可读取的文字，可能是扫描件或图片',
        '《损坏.pdf》未核对：PDF 文件已损坏，无法读取文字',
        '《图纸.png》未核对：该格式不支持文字核对',
      ])
    done(await buyer.call(order.publishOrder, { params, body: {} }))
  })

  test('that take too long are waited for no longer, and show as being read', async () => {
    const { t, buyer } = world
    const slow = await attached('很长.pdf', await pdf('很长'))
    const { orderId } = await draft(world, { files: [slow] })
    await t.owner.query(
      `insert into attachment_rendition (tenant_id, id, source_sha256, source_mime, pattern, status, asked_at)
       select tenant_id, $1, sha256, mime, 'text', 2, now() from file_object where id = $1`,
      [slow.fileId],
    )
    const found = await buyer.call(order.publishCheck, { params: { orderId } })
    expect(found).toMatchObject({ isPending: true })
    expect(found.rows).toContainEqual({ state: 'note', text: '正在核对文件内容', path: null })
    const { rows: people } = await t.owner.query<{ id: string }>(`select id from app_user where account = 'buyer'`)
    const actor = { userId: people[0]!.id } as never
    const begun = performance.now()
    await awaitTexts(t.kernel, { tenantId: 1, actor }, { fileIds: [slow.fileId], most: 200 })
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  test('are read by what they hold: nobody sees the text of another tenant', async () => {
    const { t, buyer } = world
    const own = await attached('招标文件.pdf', await pdf('投标保证金：30,000 元'))
    const { orderId } = await draft(world, { files: [own] })
    await buyer.refused(order.publishOrder, { params: { orderId }, body: {} })
    const seen = (tenantId: number) =>
      inContext(t.kernel, { tenantId, actor: null }, (ctx) => textsOf(ctx, [own.fileId]))
    expect((await seen(1)).get(own.fileId)).toMatchObject({ state: 'read' })
    expect((await seen(3)).size).toBe(0)
  })
})

test('documents that come with a change must say what will be', async () => {
  const { buyer } = world
  const { orderId } = await draft(world)
  const params = { orderId }
  done(await buyer.call(order.publishOrder, { params, body: {} }))
  const base = { title: '变更公告', content: text('招标文件有修改。'), affectsBids: false, acceptWarnings: true }
  const wrong = await attached('补充文件.pdf', await pdf('最高限价：99 万元'))
  const files = [{ fileId: wrong.fileId, name: wrong.name }]
  const message = expect.stringContaining('《补充文件.pdf》第 2 页“最高限价：99 万元”') as string
  const refused = await buyer.refused(notice.publishChange, { params, body: { ...base, files } })
  expect(refused).toMatchObject({ code: 10001, details: [{ path: 'files', message }] })

  const [row] = (await buyer.call(followUp.tenderDocuments, { params })).current
  const replacements = [{ rowId: row!.rowId, ...files[0]!, reason: '补充参数' }]
  expect(await buyer.refused(notice.publishChange, { params, body: { ...base, replacements } })).toMatchObject({
    code: 10001,
    details: [{ path: 'replacements', message }],
  })

  // What the change moves is compared as it will be.
  const { schedule } = await buyer.call(order.orderDetail, { params })
  const openAt = new Date(Date.parse(schedule.openAt!) + 3 * 86_400_000)
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
  const told = (at: Date) => `开标时间：${day.format(at)}`
  const moved = { bidEnd: openAt.toISOString(), openAt: openAt.toISOString() }
  const publish = async (line: string) => {
    const { fileId, name } = await attached('补充文件.pdf', await pdf(line))
    return { params, body: { ...base, schedule: moved, files: [{ fileId, name }] } }
  }
  expect(await buyer.refused(notice.publishChange, await publish(told(new Date(schedule.openAt!))))).toMatchObject({
    code: 10001,
  })
  done(await buyer.call(notice.publishChange, await publish(told(openAt))))
})
