import type { InputOf } from '#contract/endpoint.ts'
import { DAY, formatDate, HOUR } from '#contract/time.ts'
import { createDemand, demandDetail, publishDemand, withdrawDemand } from '#features/demands/contract/demand.ts'
import { createPlan, giveOpinion, handOver, reviewPlan } from '#features/demands/contract/plan.ts'
import { askMarkers, demandRounds, fillDemand, markParameters, openRound } from '#features/demands/contract/rounds.ts'
import { answerSurvey, signUpSurvey, surveyDetail } from '#features/demands/contract/supplier.ts'
import { checkAnswer, decideTrade, demandTrades, endSurvey } from '#features/demands/contract/survey.ts'
import { enterCompany } from '#features/passport/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { type Offer, offer, type Scene, SCENES, STAGES } from './medical-scenes.ts'
import { PEOPLE } from './people.ts'
import { conclude } from './play/demands.ts'

type Body = InputOf<typeof createDemand>['body']
const SUPPLIERS = ['supplier1', 'supplier2', 'supplier3'] as const

interface People {
  buyer: HttpClient
  clinician: HttpClient
  engineer: HttpClient
  suppliers: HttpClient[]
  now: Date
}

/** Medical demands in every state: one in its first round, one whose staff mark parameters, two that were asked again; one of an agency. */
export async function playMedicalDemands(cast: Cast, now: Date): Promise<void> {
  const suppliers = await Promise.all(SUPPLIERS.map((one) => cast.as(one)))
  const buyer = await cast.as('buyer')
  const engineer = await cast.as('multi')
  await engineer.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
  engineer.workbench = 'purchaser'
  const people = { buyer, clinician: await cast.as('newbie'), engineer, suppliers, now }
  for (const scene of SCENES) await play(people, scene)
  await ofAgency(await cast.as('agent'), { supplier: suppliers[0]!, now })
}

async function play(people: People, scene: Scene): Promise<void> {
  const { buyer, suppliers, now } = people
  const params = await buyer.call(createDemand, { body: bodyOf(scene, now) })
  const { demandId } = params
  const isReached = (stage: (typeof STAGES)[number]) => STAGES.indexOf(scene.stage as 'draft') >= STAGES.indexOf(stage)
  if (scene.stage === 'draft') return
  await buyer.call(publishDemand, { params, body: {} })
  if (scene.stage === 'withdrawn') {
    await buyer.call(withdrawDemand, { params, body: { reason: '科室调整，暂不开展该项目' } })
    return
  }
  for (const [i, one] of scene.offers.entries()) await takePart(suppliers[i]!, { buyer, demandId, offer: one })
  if (!isReached('ended')) return
  await buyer.call(endSurvey, { params, body: { reason: '参与单位均已应答' } })
  if (scene.stage === 'ended') return
  // What is concluded at once needs no further round.
  if (scene.stage === 'marking' || scene.stage === 'second' || scene.stage === 'compared') {
    await again(people, { demandId, scene })
    return
  }
  await conclude(buyer, demandId, {
    marketSize: '国内具备注册证的品牌五个以上，供给充足。',
    summary: '三个以上品牌满足全部必须参数，参数设置合理；已比较全生命周期成本，预算可行。',
  })
  if (isReached('reviewing')) await toProject(people, { demandId, scene })
}

function bodyOf({ title, budget, purpose, item: [name, spec], parameters, extras, more }: Scene, now: Date): Body {
  return {
    profile: 'medical',
    title,
    category: 'goods',
    purpose,
    regime: 'government',
    region: '江州市',
    funds: '自筹资金',
    budget,
    wishedOn: formatDate(now.getTime() + 150 * DAY),
    place: '江州市第一人民医院',
    mode: 'open',
    endsAt: new Date(now.getTime() + 7 * DAY + 2 * HOUR).toISOString(),
    inviteeIds: more?.mode === 'invited' ? [COMPANIES.supplier1.id, COMPANIES.supplier4.id] : [],
    items: [{ name, spec, unit: '台', quantity: '1' }],
    parameters: parameters.map(([parameter, unit, wished, isMust]) => ({
      name: parameter,
      unit,
      wished,
      isMust,
      weight: isMust ? 30 : 10,
    })),
    extras: { years: '8', licence: '不属于', department: title.slice(0, 3), ...extras },
    ...more,
  }
}

interface Taking {
  buyer: HttpClient
  demandId: string
  offer: Offer
}

async function takePart(supplier: HttpClient, { buyer, demandId, offer: given }: Taking): Promise<void> {
  const params = { demandId }
  const { tradeId } = await supplier.call(signUpSurvey, { params, body: { contact: '医疗事业部' } })
  const { rows } = await buyer.call(demandTrades, { params })
  if (rows.some((row) => row.tradeId === tradeId && row.status === 'waiting'))
    await buyer.call(decideTrade, { params: { demandId, tradeId }, body: { pass: true } })
  await answer(supplier, demandId, given)
}

async function answer(supplier: HttpClient, demandId: string, given: Offer): Promise<void> {
  const params = { demandId }
  const { parameters, rounds } = await supplier.call(surveyDetail, { params })
  const { brand, model, price, maintenance, consumable, met } = given
  await supplier.call(answerSurvey, {
    params,
    body: {
      roundNo: rounds.at(-1)!.roundNo,
      solution: '整机供货，含运输、安装、调试、培训与首次计量检定。',
      brand,
      model,
      price,
      priceNote: '含税到院价',
      cases: '近三年在本省三级医院装机二十余台。',
      lines: parameters.map(({ parameterId, wished }, i) => {
        const one = met[i] ?? 'yes'
        return { parameterId, met: one, value: one === 'yes' ? wished : '', remark: one === 'partly' ? '需选配' : '' }
      }),
      extras: {
        origin: '江州',
        certificate: `国械注准2025308${String(Number(maintenance) % 9000).padStart(4, '0')}`,
        certificateUntil: given.certificateUntil ?? '2030-09-30',
        maintenance,
        warranty: '整机三年，备件四十八小时到场',
        training: '装机后现场培训操作与保养人员各五名',
        configuration: [
          { name: '主机', spec: model, quantity: '1', unit: '台' },
          { name: '随机附件', spec: '标准配置', quantity: '1', unit: '套' },
        ],
        ...(consumable && {
          consumables: [{ name: consumable[0], unit: '个', price: consumable[1], yearlyUse: consumable[2] }],
        }),
        installed: [{ hospital: '南江市人民医院', model, quantity: '2', day: '2025-04-18' }],
        deals: [{ hospital: '南江市人民医院', day: '2025-03-26', price, configuration: '与本次相同' }],
      },
    },
  })
}

/** Staff mark the parameters; where it goes on, a second round asks for revised ones. */
async function again(
  { buyer, clinician, engineer, suppliers, now }: People,
  { demandId, scene }: { demandId: string; scene: Scene },
) {
  const params = { demandId }
  const people = [
    { employeeId: PEOPLE.newbie.jobs[0]!.employeeId, part: 'clinical' as const },
    { employeeId: PEOPLE.multi.jobs[0]!.employeeId, part: 'engineering' as const },
  ]
  await buyer.call(askMarkers, { params, body: { people } })
  await mark(clinician, demandId, '临床使用不受影响，建议放宽')
  // The engineer of the one that waits has still to speak.
  if (scene.stage === 'marking') return
  await mark(engineer, demandId, '维护无特殊要求，同意放宽')
  const { parameters } = await buyer.call(demandDetail, { params })
  const relaxed = parameters.map((one, i) => (i === 0 ? { ...one, wished: wishAfter(one.wished) } : one))
  await buyer.call(openRound, {
    params,
    body: {
      endsAt: new Date(now.getTime() + 12 * DAY).toISOString(),
      reason: '首轮仅部分品牌满足，按临床和工程意见放宽',
      parameters: relaxed,
    },
  })
  const [first, second, third] = scene.offers
  await answer(suppliers[0]!, demandId, { ...first!, price: cheaper(first!.price) })
  if (scene.stage === 'second') return
  await answer(suppliers[1]!, demandId, { ...second!, met: ['yes', 'yes', 'yes'] })
  await answer(suppliers[2]!, demandId, { ...third!, price: cheaper(third!.price) })
  await buyer.call(endSurvey, { params, body: { reason: '参与单位均已应答' } })
  const { rows } = await buyer.call(demandTrades, { params })
  await buyer.call(checkAnswer, {
    params: { demandId, tradeId: rows[0]!.tradeId, roundNo: 2 },
    body: { isValid: true },
  })
}

async function mark(client: HttpClient, demandId: string, note: string): Promise<void> {
  const params = { demandId }
  const { rounds } = await client.call(demandRounds, { params })
  const lines = rounds.at(-1)!.parameters.map(({ parameterId }, i) => ({
    parameterId,
    verdict: i === 0 ? ('adjust' as const) : ('keep' as const),
    note: i === 0 ? note : '',
  }))
  await client.call(markParameters, { params, body: { lines } })
}

/** A wish that asks for less. */
function wishAfter(wished: string): string {
  return wished.replace(/\d+/, (figure) =>
    String(wished.includes('≤') ? Math.ceil(Number(figure) * 2) : Math.floor(Number(figure) * 0.75)),
  )
}

function cheaper(price: string): string {
  return (Number(price) * 0.97).toFixed(2)
}

async function toProject({ buyer, clinician, now }: People, { demandId, scene }: { demandId: string; scene: Scene }) {
  const params = { demandId }
  const day = (days: number) => formatDate(now.getTime() + days * DAY)
  if (scene.extras?.licence)
    await buyer.call(fillDemand, { params, body: { extras: { permit: '乙类许可〔2026〕0117号' } } })
  const { planId } = await buyer.call(createPlan, {
    body: {
      demandId,
      method: 1,
      lots: [{ lotNo: 1, name: scene.item[0], budget: scene.budget }],
      qualification: '具有医疗器械经营许可，投标产品具有有效的医疗器械注册证。',
      evaluation: '综合评分法：价格三十五分，其中全生命周期成本十分；技术四十五分，服务二十分。',
      contractType: '货物买卖合同',
      pricing: '固定总价，绑定耗材约定最高单价',
      acceptance: '到货、安装调试、临床试用后由使用科室与设备科共同验收。',
      risks: '耗材涨价、停产的替代方案写入合同。',
      announceOn: day(25),
      signOn: day(60),
      deliverOn: day(140),
    },
  })
  const employeeIds = [PEOPLE.newbie.jobs[0]!.employeeId]
  await buyer.call(reviewPlan, { params: { planId }, body: { kind: 'general', employeeIds } })
  if (scene.stage === 'reviewing') return
  await clinician.call(giveOpinion, { params: { planId }, body: { opinion: 'agree', reason: '程序完整，方式适当' } })
  if (scene.stage !== 'handed') return
  const { items } = await buyer.call(demandDetail, { params })
  const itemIds = items.map(({ itemId }) => itemId)
  await buyer.call(handOver, {
    params,
    body: { name: scene.title.replace(/医疗需求$/, '采购项目'), budget: scene.budget, itemIds },
  })
}

/** An agency asks for the hospital, which looks on: the first round has ended. */
async function ofAgency(agent: HttpClient, { supplier, now }: { supplier: HttpClient; now: Date }): Promise<void> {
  const scene: Scene = {
    title: '口腔科锥形束计算机体层摄影设备医疗需求',
    stage: 'ended',
    budget: '1100000.00',
    purpose: '口腔科开展种植与正畸影像检查。',
    item: ['口腔锥形束 CT', '含工作站'],
    parameters: [
      ['视野', 'cm', '≥ 15×15', true],
      ['体素', 'mm', '≤ 0.1', true],
    ],
    offers: [offer(['齿影', 'CY-15', '980000.00'], { met: ['yes', 'yes'] })],
  }
  const body = { ...bodyOf(scene, now), purchaserCompanyId: COMPANIES.hospital.id }
  const params = await agent.call(createDemand, { body })
  await agent.call(publishDemand, { params, body: {} })
  await takePart(supplier, { buyer: agent, demandId: params.demandId, offer: scene.offers[0]! })
  await agent.call(endSurvey, { params, body: { reason: '参与单位已应答' } })
}
