import { newId } from '#contract/id.ts'
import { demandPage } from '#features/demands/contract/demand.ts'
import {
  beginVerification,
  concludeVerification,
  createVerification,
  failVerification,
  giveOpinions,
  inviteExperts,
  replyVerification,
  signVerification,
  verificationDetail,
  verificationExperts,
} from '#features/verification/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { type Account, PEOPLE } from './people.ts'
import { conclude } from './play/demands.ts'

const STAGES = ['draft', 'inviting', 'reviewing', 'concluded', 'reported'] as const
type Stage = (typeof STAGES)[number]
type Opinion = 'agree' | 'amend' | 'against'

interface Scene {
  title: string
  stage: Stage | 'failed'
  /** Why it is asked of experts. */
  background: string
  conclusion?: 'passed' | 'amended'
}

const SCENES: readonly Scene[] = [
  { title: '直线加速器需求论证（预备）', stage: 'draft', background: '大型医用设备采购前须论证配置必要性。' },
  { title: '直线加速器配置必要性论证', stage: 'inviting', background: '核对乙类大型医用设备的配置条件。' },
  { title: '直线加速器技术参数论证', stage: 'reviewing', background: '请论证参数是否具有竞争性。' },
  {
    title: '直线加速器全生命周期成本论证',
    stage: 'concluded',
    background: '年维保费用较高，请论证成本比较是否合理。',
    conclusion: 'passed',
  },
  {
    title: '直线加速器采购需求论证',
    stage: 'reported',
    background: '形成调研结论后，请论证需求是否完整、合理。',
    conclusion: 'amended',
  },
  { title: '直线加速器场地改造论证', stage: 'failed', background: '论证机房改造条件。' },
]

const QUESTIONS = ['需求是否必要、合理，与实际工作需要相适应？', '参数设置是否具有竞争性，没有指向特定品牌？'] as const
const EXPERTS: readonly Account[] = ['expert2', 'expert3', 'expert4']

/** Verifications of a concluded medical demand, one in every state; the demand of the last one has changed since. */
export async function playVerifications(cast: Cast): Promise<void> {
  const buyer = await cast.as('buyer')
  const { rows } = await buyer.call(demandPage, { query: { profile: 'medical', keyword: '医用直线加速器' } })
  const { demandId } = rows[0]!
  const experts = await Promise.all(EXPERTS.map((one) => cast.as(one)))
  for (const scene of SCENES) await play({ buyer, experts, demandId }, scene)
  // As experts asked: by a further version of the parameters.
  await conclude(buyer, demandId, {
    marketSize: '国内具备注册证的品牌五个以上，供给充足。',
    summary: '按论证意见补充图像引导的验收方法。',
    changeReason: '按论证意见补充验收方法',
    change: (parameters) => [
      ...parameters.slice(0, -1),
      { ...parameters.at(-1)!, remark: '验收时以模体测试图像引导精度' },
    ],
  })
}

interface People {
  buyer: HttpClient
  experts: HttpClient[]
  demandId: string
}

async function play({ buyer, experts, demandId }: People, scene: Scene): Promise<void> {
  const params = await buyer.call(createVerification, {
    body: {
      subjectKind: 'demand',
      subjectId: demandId,
      title: scene.title,
      kind: 'general',
      background: scene.background,
      questions: QUESTIONS.map((title) => ({ questionId: newId(), title })),
    },
  })
  const isReached = (stage: Stage) => STAGES.indexOf(scene.stage as Stage) >= STAGES.indexOf(stage)
  if (scene.stage === 'draft') return
  const offered = await buyer.call(verificationExperts, { params })
  const idOf = (account: Account) => offered.experts.find(({ name }) => name === PEOPLE[account].name)!.expertId
  const expertIds = EXPERTS.map(idOf)
  await buyer.call(inviteExperts, { params, body: { expertIds, chairId: expertIds[0]! } })
  if (scene.stage === 'failed') {
    await experts[1]!.call(replyVerification, { params, body: { accepts: false, reason: '出差在外，不能参加' } })
    await buyer.call(failVerification, { params, body: { reason: '接受邀请的专家不足三名，改期论证' } })
    return
  }
  const replying = scene.stage === 'inviting' ? experts.slice(0, 1) : experts
  for (const expert of replying) await expert.call(replyVerification, { params, body: { accepts: true } })
  if (!isReached('reviewing')) return
  await buyer.call(beginVerification, { params })
  const speaking = scene.stage === 'reviewing' ? experts.slice(0, 1) : experts
  for (const [i, expert] of speaking.entries())
    await say(expert, { verificationId: params.verificationId, isCritical: i === 1 && scene.conclusion === 'amended' })
  if (!isReached('concluded')) return
  const { hash } = await experts[0]!.call(concludeVerification, {
    params,
    body: {
      conclusion: scene.conclusion!,
      summary: '专家一致认为需求必要，参数具有竞争性，三个以上品牌满足必须参数。',
      amendments: scene.conclusion === 'amended' ? '补充图像引导的验收方法和年维保最高限价。' : '',
    },
  })
  const signing = scene.stage === 'concluded' ? experts.slice(0, 1) : experts
  for (const [i, expert] of signing.entries())
    await expert.call(signVerification, { params, body: { signature: PEOPLE[EXPERTS[i]!].name, hash } })
}

async function say(
  expert: HttpClient,
  { verificationId, isCritical }: { verificationId: string; isCritical: boolean },
): Promise<void> {
  const params = { verificationId }
  const { questions } = await expert.call(verificationDetail, { params })
  const opinions = questions.map(({ questionId }, i) => {
    const opinion: Opinion = isCritical && i === 1 ? 'amend' : 'agree'
    return { questionId, opinion, reason: opinion === 'amend' ? '建议补充图像引导的验收方法' : '' }
  })
  await expert.call(giveOpinions, { params, body: { opinions } })
}
