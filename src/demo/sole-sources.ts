import { DAY, HOUR } from '#contract/time.ts'
import { publishWinner, winnerDetail } from '#features/procurement/contract/notice.ts'
import { singleSource } from '#features/procurement/methods/single-source.ts'
import type { AnyMethod } from '#features/procurement/methods/method.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import { declineInvitation } from '#features/procurement/contract/supplier.ts'
import { isAnnounced, type SoleTerms } from '#features/procurement/steps/publicity/terms.ts'
import { done } from '#features/workflow/rules/held.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import type { CompanyKey } from './companies.ts'
import { type Account, PEOPLE } from './people.ts'
import * as buyer from './play/buyer.ts'
import { pdfOf } from './play/documents.ts'
import { fitBefore, officeAfter, officeBefore } from './play/office-hours.ts'
import type { TenderPlan } from './play/plan.ts'
import * as supplier from './play/supplier.ts'
import * as talks from './play/talks.ts'
import type { Moment } from './tender-moments.ts'

/** A purchase from one supplier: what, why, from whom, and under which method; 单一来源 when left out. */
export interface SolePlan {
  plan: TenderPlan
  sole: SoleTerms
  asked: Account & CompanyKey
  method?: AnyMethod
}

/** How far one is played; a supplier that declines ends it. */
const STAGES = ['draft', 'published', 'talking', 'agreed', 'awarded', 'archived'] as const
type Stage = (typeof STAGES)[number] | 'declined'

/** When it is published, in days before now, about, and how far it is played. */
export interface SoleScene extends SolePlan {
  by: 'buyer' | 'agent'
  published: number
  stage: Stage
  dates?: (start: number) => SoleDates
}

const BASE = {
  category: 'services',
  region: '江州市',
  funds: '财政资金',
  suite: 'intl',
  bond: '0',
  regime: 'government',
} as const

function plan(
  given: Pick<TenderPlan, 'projectName' | 'title' | 'description' | 'items'> & { price: string },
): TenderPlan {
  const { price, ...rest } = given
  return { ...BASE, ...rest, budget: price, estimatedPrice: price, controlPrice: price }
}

/** Short enough to be played in minutes, and lawful as it is. */
export const SOLE_EXAMPLE: SolePlan = {
  plan: plan({
    projectName: '江州市第一人民医院影像归档系统升级项目',
    title: '影像归档系统软件升级',
    description: '在用影像归档系统软件升级一年服务，含接口改造与数据迁移。',
    price: '380000',
    items: [{ name: '软件升级服务', spec: '含接口改造、数据迁移', unit: '项', quantity: '1', controlPrice: '380000' }],
  }),
  sole: sole('在用系统的源代码为原厂专有，升级只能由原厂承担。', '软件著作权归原厂所有，具有唯一性。'),
  asked: 'supplier1',
}

const SCENES: readonly SoleScene[] = [
  {
    plan: plan({
      projectName: '江州市第一人民医院放射治疗系统维保项目',
      title: '放射治疗计划系统年度维保',
      description: '直线加速器放射治疗计划系统一年原厂维保，含软件升级与备件。',
      price: '680000',
      items: [
        { name: '年度原厂维保', spec: '含软件升级、备件与四次巡检', unit: '年', quantity: '1', controlPrice: '680000' },
      ],
    }),
    sole: sole(
      '治疗计划系统的源代码和剂量算法为原厂专有，其他单位不能提供升级与维保。',
      '系统核心算法受著作权保护，只能由原厂维保。',
    ),
    by: 'buyer',
    published: 32,
    asked: 'supplier5',
    stage: 'awarded',
  },
  {
    plan: plan({
      projectName: '江州市第一人民医院检验流水线扩容项目',
      title: '检验流水线轨道扩展模块采购',
      description: '在用检验流水线扩展轨道模块两套，须与现有系统一致。',
      price: '420000',
      items: [
        {
          name: '轨道扩展模块',
          spec: '与在用流水线同型号，含接口授权',
          unit: '套',
          quantity: '2',
          controlPrice: '210000',
        },
      ],
    }),
    sole: sole('在用流水线的轨道接口为原厂专有，扩展模块只能由原厂提供。', '接口协议未公开，第三方模块不能接入。'),
    by: 'buyer',
    published: 23,
    asked: 'supplier5',
    stage: 'talking',
  },
  {
    plan: plan({
      projectName: '江州市第一人民医院基因测序试剂采购项目',
      title: '基因测序仪配套试剂采购',
      description: '在用基因测序仪专用试剂半年用量。',
      price: '860000',
      items: [
        { name: '测序试剂盒', spec: '与在用测序仪注册证配套', unit: '盒', quantity: '43', controlPrice: '20000' },
      ],
    }),
    sole: sole('试剂与在用测序仪为封闭系统，注册证限定配套使用。', '注册证载明仅可使用配套试剂，具有唯一性。'),
    by: 'buyer',
    published: 2,
    asked: 'supplier6',
    stage: 'published',
  },
  ...(
    [
      ['draft', 0.2, '直线加速器磁控管', '支', '2', '190000', 'supplier5'],
      ['agreed', 22, '核磁共振液氦补充', '升', '1600', '160', 'supplier6'],
      ['archived', 34, '电子病历系统接口授权', '项', '1', '260000', 'supplier1'],
      ['declined', 24, '血液分析仪专用试剂', '盒', '300', '1200', 'supplier4'],
    ] as const
  ).map(([stage, published, name, unit, quantity, controlPrice, asked]): SoleScene => ({
    plan: plan({
      projectName: `江州市第一人民医院${name}项目`,
      title: `${name}采购`,
      description: `采购${name}，须与在用设备或系统配套。`,
      price: String(Number(quantity) * Number(controlPrice)),
      items: [{ name, spec: '与在用设备或系统配套', unit, quantity, controlPrice }],
    }),
    sole: sole(
      '在用设备或系统为封闭设计，只能由原厂或其唯一授权单位供应。',
      '配套关系有注册资料或著作权证明，具有唯一性。',
    ),
    by: 'buyer',
    published,
    asked,
    stage,
  })),
]

/** A purchase of one thing from one supplier, awarded; `price` of a unit, `published` in days before now. */
export function soleSceneOf(given: {
  title: string
  unit: string
  quantity: string
  price: string
  asked: SoleScene['asked']
  published: number
}): SoleScene {
  const { title, unit, quantity, price, asked, published } = given
  return {
    plan: plan({
      projectName: `江州市第一人民医院${title}项目`,
      title,
      description: `采购${title}，须与在用设备或系统配套。`,
      price: String(Number(quantity) * Number(price)),
      items: [{ name: title, spec: '与在用设备或系统配套', unit, quantity, controlPrice: price }],
    }),
    sole: sole(
      '在用设备或系统为封闭设计，只能由原厂或其唯一授权单位供应。',
      '配套关系有注册资料或著作权证明，具有唯一性。',
    ),
    by: 'buyer',
    published,
    asked,
    stage: 'awarded',
  }
}

function sole(explanation: string, opinion: string): SoleTerms {
  const expert = (name: string, unit: string, title: string) => ({ name, unit, title, opinion })
  const experts = [
    expert('何清源', '江州大学', '教授'),
    expert('许文博', '江州市计量测试院', '高级工程师'),
    expert('孟晓岚', '江州市卫生信息中心', '正高级工程师'),
  ]
  return { reason: 'unique', explanation, days: 5, experts, originalAmount: null, ceiling: null, failedOrder: '' }
}

/** Purchases from one supplier of the demonstration world, as moments of its play. */
export function soleMoments(
  cast: Cast,
  { began, now }: { began: number; now: () => Date },
  scenes: readonly SoleScene[] = SCENES,
): Moment[] {
  return scenes.flatMap((scene) =>
    fitBefore(scene.published, began, (days) => {
      const start = officeBefore(began - days * DAY)
      return momentsOf(cast, scene, { start, now })
    }),
  )
}

function momentsOf(cast: Cast, scene: SoleScene, { start, now }: { start: number; now: () => Date }): Moment[] {
  const live = { orderId: '' }
  const dates = (scene.dates ?? soleDates)(start)
  const at = (ms: number, run: () => Promise<void>) => ({ at: new Date(ms), run })
  const owner = () => cast.as(scene.by)
  const asked = () => cast.as(scene.asked)
  const comesTo = (stage: Exclude<Stage, 'declined'>) =>
    scene.stage !== 'declined' && STAGES.indexOf(scene.stage) >= STAGES.indexOf(stage)
  return [
    at(start, async () => {
      const purchaser = scene.by === 'agent' ? 'hospital' : null
      const { orderId } = await draftSole(await owner(), scene, { purchaser, dates, now: now() })
      if (scene.stage !== 'draft') await buyer.publish(await owner(), orderId)
      live.orderId = orderId
    }),
    ...(comesTo('talking')
      ? [
          at(dates.answersAt, async () => {
            const { name: contact, mobile } = PEOPLE[scene.asked]
            await supplier.signUp(await asked(), live.orderId, { contact, mobile, now: now() })
            await buyer.approveAll(await owner(), live.orderId)
            await talks.respond(await asked(), live.orderId, now())
          }),
          at(dates.bidEnd + 2 * HOUR, () => owner().then((client) => talks.record(client, live.orderId, now()))),
        ]
      : []),
    ...(scene.stage === 'declined'
      ? [
          at(dates.answersAt, async () => {
            const params = { orderId: live.orderId }
            const body = { reason: '本季产能已满，无法按期供货' }
            await (await asked()).call(declineInvitation, { params, body })
          }),
          at(dates.bidEnd + HOUR, async () => {
            const params = { orderId: live.orderId }
            const body = { reason: '供应商谢绝参加，改用其他采购方式' }
            done(await (await owner()).call(declareAbortive, { params, body }))
          }),
        ]
      : []),
    ...(comesTo('agreed')
      ? [at(dates.bidEnd + 3 * HOUR, () => asked().then((client) => talks.confirm(client, live.orderId)))]
      : []),
    ...(comesTo('awarded')
      ? [
          at(officeAfter(dates.bidEnd + DAY), async () => {
            const client = await owner()
            const params = { orderId: live.orderId }
            const { candidates, draft } = await client.call(winnerDetail, { params })
            done(await client.call(publishWinner, { params, body: { ...draft, tradeId: candidates[0]!.tradeId } }))
          }),
        ]
      : []),
    ...(comesTo('archived')
      ? [at(officeAfter(dates.bidEnd + 3 * DAY), () => owner().then((client) => buyer.archive(client, live.orderId)))]
      : []),
  ]
}

interface SoleDates {
  /** When the supplier signs up and responds, or declines. */
  answersAt: number
  signUpEnd: number
  bidEnd: number
}

/** Behind a publicity of five working days that begins at `start`; all in epoch ms. */
export function soleDates(start: number): SoleDates {
  const at = (days: number) => officeAfter(start + days * DAY)
  return { answersAt: at(9), signUpEnd: at(14), bidEnd: at(18) }
}

/** Project and draft, its notice made from the template, with the one that is asked; dates in epoch ms. */
export async function draftSole(
  client: HttpClient,
  { plan: given, sole: terms, asked, method = singleSource }: SolePlan,
  { purchaser, dates, now }: { purchaser: CompanyKey | null; dates: SoleDates; now: Date },
): Promise<{ projectId: string; orderId: string }> {
  const { title, estimatedPrice, controlPrice, bond } = given
  const projectId = await buyer.createProject(client, given, purchaser)
  const instant = (ms: number) => new Date(ms).toISOString()
  const paper = async (name: string, paragraphs: string[]) => {
    const parts = [{ heading: name, paragraphs }]
    return client.upload('tender-document', `${name}.pdf`, await pdfOf({ title: name, org: title, parts }, now))
  }
  const document = await paper('采购文件', [
    given.description,
    ...given.items.map(({ name, spec }) => `${name}：${spec}。`),
  ])
  const proof = await paper(
    terms.experts.length > 0 ? '专业人员论证意见' : '采购理由说明',
    terms.experts.length > 0 ? terms.experts.map(({ name, opinion }) => `${name}：${opinion}`) : [terms.explanation],
  )
  const { signUpEnd, bidEnd } = dates
  const fields = {
    projectId,
    method: method.code,
    title,
    estimatedPrice,
    controlPrice,
    bond,
    schedule: {
      saleStart: null,
      saleEnd: null,
      signUpEnd: instant(signUpEnd),
      questionEnd: instant(signUpEnd),
      bidEnd: instant(bidEnd),
      openAt: null,
    },
    settings: {
      qualifications: [{ name: '营业执照', required: true }],
      bidFiles: [],
      marks: [],
      delivery: '合同签订后15日内开始履行。',
      paymentTerms: '验收合格后30日内支付。',
      sole: terms,
    },
    files: [
      { fileId: document.fileId, kind: 'document' as const, name: document.name },
      { fileId: proof.fileId, kind: 'attachment' as const, name: proof.name },
    ],
  }
  const orderId = await buyer.draftFromTemplate(client, fields, {
    notice: isAnnounced(terms, method.grounds!) ? method.words.announcement : method.words.invitation,
    invited: [asked],
  })
  return { projectId, orderId }
}
