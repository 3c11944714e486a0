import { DAY, formatDate, HOUR } from '#contract/time.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { createProject, projectPage } from '#features/procurement/contract/project.ts'
import * as entrust from '#features/entrust/contract/entrust.ts'
import * as c from '#features/supplement/contract/supplement.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { askConsent } from './play/consent.ts'
import { pdfOf } from './play/documents.ts'
import { enforceApprover } from './play/flows.ts'

type Body = InputOf<typeof c.createSupplement>['body']

interface Scene {
  title: string
  method: number
  /** Yuan; the others offer a little more. */
  price: string
  budget: string
  /** How long ago the supplier was chosen, in days. */
  ago: number
  change?: Partial<Body>
}

const OTHERS = ['南屏仪器设备有限公司', '北江医用材料有限公司', '东湖科技发展有限公司']

/**
 * Finished purchases, registered afterwards: a draft, one registered without and one with breaches, one corrected, one withdrawn, one in a
 * project with orders, one by the agency for the hospital; and at the other tenant one that waits for approval.
 */
export async function playSupplements(cast: Cast, now: Date): Promise<void> {
  const buyer = await cast.as('buyer')
  const add = (scene: Scene) => drafted(buyer, scene, now)
  await add({ title: '体检中心超声探头采购', method: 5, price: '286000.00', budget: '300000.00', ago: 60 })

  const kept = await add({ title: '住院楼病床采购', method: 1, price: '1860000.00', budget: '1900000.00', ago: 120 })
  await submitted(buyer, kept)

  // Two bidders, opened before the deadline, dearer than the budget.
  const broken = await add({
    title: '急诊抢救设备采购',
    method: 1,
    price: '760000.00',
    budget: '750000.00',
    ago: 200,
    change: {
      openedAt: at(now, 222, -24),
      participants: [
        { lotNo: 1, name: COMPANIES.supplier1.name, price: '760000.00', rank: 1 },
        { lotNo: 1, name: OTHERS[0]!, price: '772000.00', rank: 2 },
      ],
    },
  })
  await submitted(buyer, broken)

  const corrected = await add({
    title: '院区保洁服务采购',
    method: 7,
    price: '540000.00',
    budget: '560000.00',
    ago: 150,
  })
  await submitted(buyer, corrected)
  await correct(buyer, corrected, now)

  const withdrawn = await add({
    title: '办公家具采购（重复登记）',
    method: 7,
    price: '98000.00',
    budget: '100000.00',
    ago: 90,
  })
  await submitted(buyer, withdrawn)
  await buyer.call(c.withdrawSupplement, {
    params: { supplementId: withdrawn },
    body: { reason: '与已登记的办公家具采购为同一采购，重复登记' },
  })

  const { rows } = await buyer.call(projectPage, { query: { pageSize: 100 } })
  const busy = rows.find(({ orders, agencyName }) => orders > 0 && agencyName === null)
  if (busy) {
    const scene = { title: `${busy.name}前期勘察服务`, method: 7, price: '46000.00', budget: '50000.00', ago: 100 }
    await submitted(buyer, await add({ ...scene, change: { projectId: busy.projectId } }))
  }
  await ofAgency(await cast.as('agent'), { buyer, now })
  await heldForApproval(await cast.as('bj-buyer'), now)
}

async function drafted(client: HttpClient, scene: Scene, now: Date): Promise<string> {
  const content = await pdfOf(
    {
      title: '成交通知书（扫描件）',
      org: '江州市公共资源交易中心',
      parts: [{ heading: scene.title, paragraphs: [`成交价 ${scene.price} 元。`] }],
    },
    now,
  )
  const { fileId } = await client.upload('supplement', '成交通知书.pdf', content)
  const body = { ...bodyOf(scene, now), files: [{ fileId, name: '成交通知书.pdf' }] }
  return (await client.call(c.createSupplement, { body })).supplementId
}

async function submitted(client: HttpClient, supplementId: string): Promise<void> {
  const params = { supplementId }
  const { revision } = await client.call(c.supplementDetail, { params })
  await client.call(c.submitSupplement, { params, body: { revision } })
}

async function correct(buyer: HttpClient, supplementId: string, now: Date): Promise<void> {
  const params = { supplementId }
  const { inForce, revision, projectId } = await buyer.call(c.supplementDetail, { params })
  const { content, files } = inForce!
  await buyer.call(c.updateSupplement, {
    params,
    body: {
      ...content,
      projectId,
      files: files.map(({ fileId, name }) => ({ fileId, name })),
      contractOn: day(now, 128),
      revision,
      correctionReason: '合同签订日期以合同原件为准',
    },
  })
  await submitted(buyer, supplementId)
  await buyer.call(c.addNote, {
    params,
    body: { note: '服务期满一年验收合格，验收单存档于后勤处。', files: [] },
  })
}

/** The hospital lets the agency run a project, of which a finished purchase is registered. */
async function ofAgency(agent: HttpClient, { buyer, now }: { buyer: HttpClient; now: Date }): Promise<void> {
  const { projectId } = await agent.call(createProject, {
    body: {
      name: '影像科辅助设备项目',
      category: 'goods',
      regime: 'enterprise',
      region: '江州市',
      funds: '自筹资金',
      budget: '430000.00',
      purchaserCompanyId: COMPANIES.hospital.id,
    },
  })
  const params = await askConsent(agent, projectId)
  await buyer.call(entrust.acceptEntrustment, { params })
  const scene = { title: '影像科高压注射器采购', method: 7, price: '405000.00', budget: '430000.00', ago: 70 }
  const change = { projectId, purchaserCompanyId: COMPANIES.hospital.id }
  await submitted(agent, await drafted(agent, { ...scene, change }, now))
}

/** The other tenant's purchaser has registrations approved by the head of procurement. */
async function heldForApproval(buyer: HttpClient, now: Date): Promise<void> {
  await enforceApprover(buyer, '补录登记审批', {
    type: 'supplement',
    node: 'register',
    title: '采购负责人审批',
    by: 'bj-chief',
  })
  const scene = { title: '北江新区道路标线施工', method: 1, price: '3120000.00', budget: '3200000.00', ago: 80 }
  await submitted(buyer, await drafted(buyer, { ...scene, change: { category: 'works', regime: 'tender' } }, now))
}

function bodyOf({ title, method, price, budget, ago, change }: Scene, now: Date): Body {
  const winner = COMPANIES.supplier1.name
  const offers = OTHERS.map((name, i) => ({
    lotNo: 1,
    name,
    price: (Number(price) * (1.01 + i / 100)).toFixed(2),
    rank: i + 2,
  }))
  return {
    title,
    method,
    category: 'goods',
    regime: method === 5 ? 'government' : 'enterprise',
    admission: 'open',
    region: '江州市',
    funds: '自筹资金',
    budget,
    ceiling: null,
    reason: '本单位接入平台前已在市公共资源交易中心完成采购，按档案管理要求补录。',
    venue: '江州市公共资源交易中心',
    noticeOn: day(now, ago + 45),
    documentsFrom: day(now, ago + 45),
    documentsTo: day(now, ago + 36),
    deadlineAt: at(now, ago + 22),
    openedAt: at(now, ago + 22),
    reviewedOn: day(now, ago + 22),
    candidatesFrom: day(now, ago + 20),
    candidatesTo: day(now, ago + 14),
    awardedOn: day(now, ago),
    resultOn: day(now, ago),
    contractOn: day(now, ago - 20),
    participants: [{ lotNo: 1, name: winner, price, rank: 1 }, ...offers],
    awards: [{ lotNo: 1, name: winner, price }],
    lines: [
      {
        lotNo: 1,
        name: title.replace('采购', ''),
        spec: '',
        unit: '批',
        quantity: '1',
        unitPrice: price,
        amount: price,
      },
    ],
    notices: [
      {
        kind: 'announcement',
        title: `${title}公告`,
        publishedOn: day(now, ago + 45),
        medium: '江州市公共资源交易网',
        text: `${title}现公开采购，预算 ${budget} 元，欢迎符合条件的供应商参加。`,
      },
      {
        kind: 'result',
        title: `${title}结果公告`,
        publishedOn: day(now, ago),
        medium: '江州市公共资源交易网',
        text: `成交供应商：${winner}，成交价 ${price} 元。`,
      },
    ],
    result: '经评审，确定排名第一的供应商。',
    ...change,
  }
}

/** A day so many days ago. */
function day(now: Date, ago: number): string {
  return formatDate(new Date(now.getTime() - ago * DAY))
}

/** Half past nine in Beijing on such a day, so many hours later. */
function at(now: Date, ago: number, later = 0): string {
  const morning = Date.parse(`${day(now, ago)}T01:30:00.000Z`)
  return new Date(morning + later * HOUR).toISOString()
}
