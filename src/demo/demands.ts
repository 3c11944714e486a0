import { newId } from '#contract/id.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { DAY, formatDate, HOUR } from '#contract/time.ts'
import { createDemand, demandDetail, publishDemand, withdrawDemand } from '#features/demands/contract/demand.ts'
import { createPlan, giveOpinion, handOver, reviewPlan } from '#features/demands/contract/plan.ts'
import { answerSurvey, signUpSurvey } from '#features/demands/contract/supplier.ts'
import { decideTrade, endSurvey, enterAnswer, moveSurveyEnd } from '#features/demands/contract/survey.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { PEOPLE } from './people.ts'
import { pdfOf } from './play/documents.ts'
import { conclude } from './play/demands.ts'
import { enforceApprover } from './play/flows.ts'

type Body = InputOf<typeof createDemand>['body']
type Answer = InputOf<typeof answerSurvey>['body']
type Met = 'yes' | 'partly' | 'no'

/** How far a demand is played. */
type Stage = 'draft' | 'surveying' | 'ended' | 'concluded' | 'reviewing' | 'planned' | 'handed' | 'withdrawn'

interface Scene {
  title: string
  stage: Stage
  budget: string
  purpose: string
  items: readonly [name: string, spec: string, unit: string, quantity: string][]
  /** Name, unit, wish, whether it must be met. */
  parameters: readonly [name: string, unit: string, wished: string, isMust: boolean][]
  /** Brand, indicative price and what is met, by supplier; of fewer than three, fewer answered. */
  answers: readonly { brand: string; model: string; price: string; met: readonly Met[] }[]
  more?: Partial<Body>
}

const SCREENS: Scene['parameters'] = [
  ['显示分辨率', '', '≥ 3840×2160', true],
  ['峰值亮度', 'cd/m²', '≥ 800', true],
  ['DICOM 校准', '', '支持', true],
  ['使用寿命', '小时', '≥ 40000', false],
]

const SCENES: readonly Scene[] = [
  {
    title: '门诊叫号系统升级需求',
    stage: 'draft',
    budget: '460000.00',
    purpose: '更换使用十年的门诊叫号系统，与挂号系统对接。',
    items: [['叫号系统软件', '含三年维护', '套', '1']],
    parameters: [['并发终端', '台', '≥ 120', true]],
    answers: [],
  },
  {
    title: '放射科诊断显示器采购需求',
    stage: 'surveying',
    budget: '1280000.00',
    purpose: '更换放射科阅片室诊断显示器，满足影像质控要求。',
    items: [
      ['诊断显示器', '8 MP，31 英寸', '台', '16'],
      ['显示校准套件', '含探头', '套', '2'],
    ],
    parameters: SCREENS,
    answers: [{ brand: '远景', model: 'V8-31', price: '1196000.00', met: ['yes', 'yes', 'yes', 'yes'] }],
  },
  {
    title: '手术室无影灯采购需求',
    stage: 'ended',
    budget: '960000.00',
    purpose: '新建三间手术室配置无影灯。',
    items: [['双头无影灯', 'LED，吊装', '套', '3']],
    parameters: [
      ['中心照度', 'lx', '≥ 160000', true],
      ['色温可调', 'K', '3500 ～ 5000', true],
      ['光斑直径可调', 'mm', '160 ～ 300', true],
      ['内置术野摄像', '', '支持', false],
    ],
    answers: [
      { brand: '明岳', model: 'ML-720', price: '888000.00', met: ['yes', 'yes', 'yes', 'no'] },
      { brand: '江灯', model: 'JD-S2', price: '795000.00', met: ['yes', 'yes', 'no', 'no'] },
      { brand: '明岳', model: 'ML-700', price: '852000.00', met: ['yes', 'partly', 'yes', 'yes'] },
    ],
  },
  {
    title: '检验科生化分析仪采购需求',
    stage: 'concluded',
    budget: '2600000.00',
    purpose: '更新全自动生化分析仪，日均标本量一千二百份。',
    items: [['全自动生化分析仪', '模块化', '台', '1']],
    parameters: [
      ['恒速测试速度', '测试/小时', '≥ 2000', true],
      ['急诊位', '个', '≥ 20', true],
      ['样本针防撞', '', '支持', false],
    ],
    answers: [
      { brand: '北科', model: 'B2000', price: '2380000.00', met: ['yes', 'yes', 'yes'] },
      { brand: '恒测', model: 'HC-21', price: '2460000.00', met: ['yes', 'yes', 'no'] },
      { brand: '诺析', model: 'N-2400', price: '2550000.00', met: ['yes', 'yes', 'yes'] },
    ],
  },
  {
    title: '住院楼智能床位呼叫系统采购需求',
    stage: 'reviewing',
    budget: '1500000.00',
    purpose: '住院楼十二个病区统一床位呼叫与护理交互。',
    items: [
      ['床头呼叫分机', '含屏', '套', '480'],
      ['护士站主机', '', '套', '12'],
    ],
    parameters: [
      ['全双工对讲', '', '支持', true],
      ['与护理系统对接', '', '支持', true],
    ],
    answers: [
      { brand: '安铃', model: 'AL-9', price: '1320000.00', met: ['yes', 'yes'] },
      { brand: '护联', model: 'HL-3', price: '1410000.00', met: ['yes', 'yes'] },
      { brand: '清音', model: 'QY-X', price: '1385000.00', met: ['yes', 'yes'] },
    ],
  },
  {
    title: '中心供氧管道改造需求',
    stage: 'planned',
    budget: '3200000.00',
    purpose: '改造内科楼供氧管道，消除老化隐患。',
    items: [['供氧管道改造', '内科楼 1 至 9 层', '项', '1']],
    parameters: [
      ['管材', '', '脱脂铜管', true],
      ['施工期间不停氧', '', '分区施工', true],
    ],
    answers: [
      { brand: '', model: '', price: '2980000.00', met: ['yes', 'yes'] },
      { brand: '', model: '', price: '3090000.00', met: ['yes', 'yes'] },
      { brand: '', model: '', price: '3120000.00', met: ['yes', 'yes'] },
    ],
    more: { category: 'works', isComplex: true },
  },
  {
    title: '消毒供应中心清洗设备采购需求',
    stage: 'handed',
    budget: '1900000.00',
    purpose: '消毒供应中心搬迁，配置清洗消毒设备。',
    items: [
      ['全自动清洗消毒机', '双扉', '台', '3'],
      ['超声清洗机', '60 L', '台', '2'],
    ],
    parameters: [
      ['A0 值', '', '≥ 3000', true],
      ['舱容', 'L', '≥ 300', true],
    ],
    answers: [
      { brand: '净衡', model: 'JH-300', price: '1760000.00', met: ['yes', 'yes'] },
      { brand: '康洁', model: 'KJ-3D', price: '1810000.00', met: ['yes', 'yes'] },
      { brand: '世消', model: 'SX-360', price: '1850000.00', met: ['yes', 'yes'] },
    ],
  },
  {
    title: '自助缴费机采购需求',
    stage: 'withdrawn',
    budget: '520000.00',
    purpose: '门诊大厅增设自助缴费机。',
    items: [['自助缴费机', '立式', '台', '10']],
    parameters: [['支持医保移动支付', '', '支持', true]],
    answers: [],
  },
]

const QUESTION = '供货周期与备件响应时间'
const SUPPLIERS = ['supplier1', 'supplier2', 'supplier3'] as const
const REACHED: readonly Stage[] = ['draft', 'surveying', 'ended', 'concluded', 'reviewing', 'planned', 'handed']

/** Demands in every state, one of them with an answer on paper; one of an agency, and one that waits for its approval. */
export async function playDemands(cast: Cast, now: Date): Promise<void> {
  const buyer = await cast.as('buyer')
  const reviewer = await cast.as('newbie')
  const suppliers = await Promise.all(SUPPLIERS.map((one) => cast.as(one)))
  for (const scene of SCENES) await play({ buyer, reviewer, suppliers, now }, scene)
  await ofAgency(await cast.as('agent'), suppliers[0]!, now)
  await heldForApproval(await cast.as('bj-buyer'), now)
}

interface People {
  buyer: HttpClient
  reviewer: HttpClient
  suppliers: HttpClient[]
  now: Date
}

async function play({ buyer, reviewer, suppliers, now }: People, scene: Scene): Promise<void> {
  const params = await buyer.call(createDemand, { body: bodyOf(scene, now) })
  if (scene.stage === 'draft') return
  await buyer.call(publishDemand, { params, body: {} })
  if (scene.stage === 'withdrawn') {
    await buyer.call(withdrawDemand, { params, body: { reason: '改由银行投放，不再采购' } })
    return
  }
  for (const [i, answer] of scene.answers.entries())
    await answerAs(suppliers[i]!, { buyer, demandId: params.demandId, answer })
  const isReached = (stage: Stage) => REACHED.indexOf(scene.stage) >= REACHED.indexOf(stage)
  if (scene.stage === 'surveying') await openEnds({ buyer, suppliers, now }, params.demandId)
  if (isReached('ended')) await buyer.call(endSurvey, { params, body: { reason: '受邀和报名单位均已应答' } })
  if (isReached('concluded')) await conclude(buyer, params.demandId, CONCLUSION)
  if (!isReached('reviewing')) return
  const planId = await plan(buyer, { demandId: params.demandId, scene, now })
  const employeeIds = [PEOPLE.newbie.jobs[0]!.employeeId]
  await buyer.call(reviewPlan, { params: { planId }, body: { kind: 'general', employeeIds } })
  if (!isReached('planned')) return
  await reviewer.call(giveOpinion, { params: { planId }, body: { opinion: 'agree', reason: '程序完整，方式适当' } })
  if (scene.stage !== 'handed') return
  const { items } = await buyer.call(demandDetail, { params })
  const itemIds = items.map(({ itemId }) => itemId)
  const name = scene.title.replace(/采购需求$/, '采购项目')
  await buyer.call(handOver, { params, body: { name, budget: scene.budget, itemIds } })
}

function bodyOf({ title, budget, purpose, items, parameters, more }: Scene, now: Date): Body {
  return {
    title,
    category: 'goods',
    purpose,
    regime: 'government',
    region: '江州市',
    funds: '自筹资金',
    budget,
    wishedOn: formatDate(now.getTime() + 120 * DAY),
    place: '江州市第一人民医院',
    mode: 'open',
    endsAt: new Date(now.getTime() + 6 * DAY + 3 * HOUR).toISOString(),
    items: items.map(([name, spec, unit, quantity]) => ({ name, spec, unit, quantity })),
    parameters: parameters.map(([name, unit, wished, isMust]) => ({
      name,
      unit,
      wished,
      isMust,
      weight: isMust ? 20 : 5,
    })),
    questions: [{ questionId: newId(), kind: 'text', title: QUESTION, isRequired: false }],
    ...more,
  }
}

interface Answering {
  buyer: HttpClient
  demandId: string
  answer: Scene['answers'][number]
}

async function answerAs(supplier: HttpClient, { buyer, demandId, answer }: Answering): Promise<void> {
  const params = { demandId }
  const body = { contact: '市场部', note: '具有同类项目供货经验。' }
  const { tradeId } = await supplier.call(signUpSurvey, { params, body })
  await buyer.call(decideTrade, { params: { demandId, tradeId }, body: { pass: true } })
  await supplier.call(answerSurvey, { params, body: await answerOf(buyer, demandId, answer) })
}

async function answerOf(buyer: HttpClient, demandId: string, answer: Scene['answers'][number]): Promise<Answer> {
  const { parameters, questions } = await buyer.call(demandDetail, { params: { demandId } })
  const { brand, model, price, met } = answer
  return {
    solution: '按需求整体供货，含运输、安装、调试与培训。',
    brand,
    model,
    price,
    priceNote: '含税到院价，含三年质保',
    cases: '近三年在本省三甲医院供货十余项。',
    lines: parameters.map(({ parameterId, wished }, i) => {
      const one = met[i] ?? 'yes'
      return { parameterId, met: one, value: one === 'yes' ? wished : '', remark: one === 'partly' ? '需选配' : '' }
    }),
    answers: questions.map(({ questionId }) => ({ questionId, text: '合同签订后四十五日，备件二十四小时到场' })),
    extras: { warranty: '整机三年，终身维护' },
  }
}

/** What is open in a survey: a sign-up to be checked, an end that was moved, an answer that came on paper. */
async function openEnds({ buyer, suppliers, now }: Omit<People, 'reviewer'>, demandId: string): Promise<void> {
  const params = { demandId }
  await suppliers[1]!.call(signUpSurvey, { params, body: { contact: '顾一鸣', note: '首次参与贵院调研。' } })
  const endsAt = new Date(now.getTime() + 9 * DAY + 3 * HOUR).toISOString()
  await buyer.call(moveSurveyEnd, { params, body: { endsAt, reason: '应供应商请求，延长准备时间' } })
  const parts = [{ heading: '调研应答', paragraphs: ['诊断显示器技术参数逐项应答，见附表。'] }]
  const content = await pdfOf({ title: '纸质应答扫描件', org: '江州影像设备厂', parts }, now)
  const { fileId } = await buyer.upload('demand-scan', '江州影像设备厂应答.pdf', content)
  const answer = { brand: '江影', model: 'JY-31', price: '1240000.00', met: ['yes', 'yes', 'partly', 'yes'] } as const
  await buyer.call(enterAnswer, {
    params,
    body: {
      ...(await answerOf(buyer, demandId, answer)),
      name: '江州影像设备厂',
      receivedOn: formatDate(now),
      scan: [{ fileId, name: '江州影像设备厂应答.pdf' }],
    },
  })
}

/** What respondents offer without a brand counts by their names: three of them. */
const CONCLUSION = {
  marketSize: '本省具备供货能力的厂商十家以上，供给充足，价格透明。',
  summary: '三家应答单位均能满足必须参数，参数设置合理，预算可行。',
}

async function plan(
  buyer: HttpClient,
  { demandId, scene, now }: { demandId: string; scene: Scene; now: Date },
): Promise<string> {
  const day = (days: number) => formatDate(now.getTime() + days * DAY)
  const { planId } = await buyer.call(createPlan, {
    body: {
      demandId,
      method: 1,
      lots: [{ lotNo: 1, name: scene.title.replace(/采购需求$|需求$/, ''), budget: scene.budget }],
      qualification:
        '具有独立承担民事责任的能力，具有履行合同所必需的设备和专业技术能力；不得以规模、业绩排斥中小企业。',
      evaluation: '综合评分法：价格三十分，技术五十分，服务二十分；评审因素与需求参数对应。',
      contractType: scene.more?.category === 'works' ? '建设工程施工合同' : '货物买卖合同',
      pricing: '固定总价',
      acceptance: '到货、安装调试、试运行后由使用科室与设备科共同验收。',
      risks: '供货延误、质量不符的责任和处置写入合同，履约保证金不超过合同金额的百分之五。',
      announceOn: day(20),
      signOn: day(55),
      deliverOn: day(110),
    },
  })
  return planId
}

/** An agency surveys for the hospital, which looks on. */
async function ofAgency(agent: HttpClient, supplier: HttpClient, now: Date): Promise<void> {
  const scene: Scene = {
    title: '院区绿化养护服务需求',
    stage: 'surveying',
    budget: '680000.00',
    purpose: '院区三万平方米绿化日常养护。',
    items: [['绿化养护服务', '含补植', '年', '1']],
    parameters: [['驻场人员', '人', '≥ 6', true]],
    answers: [],
  }
  const body = { ...bodyOf(scene, now), category: 'services' as const, purchaserCompanyId: COMPANIES.hospital.id }
  const params = await agent.call(createDemand, { body })
  await agent.call(publishDemand, { params, body: {} })
  const answer = { brand: '', model: '', price: '640000.00', met: ['yes'] } as const
  await answerAs(supplier, { buyer: agent, demandId: params.demandId, answer })
}

/** The other tenant's purchaser has its surveys approved by the head of procurement. */
async function heldForApproval(buyer: HttpClient, now: Date): Promise<void> {
  await enforceApprover(buyer, '需求调研发布审批', {
    type: 'demand',
    node: 'publish',
    title: '采购负责人审批',
    by: 'bj-chief',
  })
  const scene: Scene = {
    title: '北江新区路灯智能控制器采购需求',
    stage: 'surveying',
    budget: '5200000.00',
    purpose: '路灯单灯控制改造。',
    items: [['单灯控制器', 'NB-IoT', '只', '6000']],
    parameters: [['防护等级', '', '≥ IP67', true]],
    answers: [],
  }
  const params = await buyer.call(createDemand, {
    body: { ...bodyOf(scene, now), regime: 'enterprise', region: '北江市', place: '北江新区' },
  })
  await buyer.call(publishDemand, { params, body: {} })
}
