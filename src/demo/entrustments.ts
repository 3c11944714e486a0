import { DAY } from '#contract/time.ts'
import { createMeeting, meetingChoices } from '#features/award-meetings/contract.ts'
import { LEAST_MEMBERS } from '#features/award-meetings/rules/meeting.ts'
import { registerClient } from '#features/clients/contract.ts'
import { creditCodeCheck } from '#features/enterprise/rules/identifiers.ts'
import * as entrust from '#features/entrust/contract/entrust.ts'
import type { KeptStep } from '#features/entrust/rules/terms.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import * as play from './play/buyer.ts'
import { askConsent } from './play/consent.ts'
import { pdfOf } from './play/documents.ts'
import { courseOf, officeAfter } from './play/office-hours.ts'
import type { TenderPlan } from './play/plan.ts'

/**
 * Projects in the agency's hands: one offered, one it runs, one that came back with its order; one that the
 * agency asks consent for; and a purchaser without an account.
 */
export async function playEntrustments(cast: Cast, now: Date): Promise<void> {
  const buyer = await cast.as('buyer')
  const agent = await cast.as('agent')
  const offer = (plan: TenderPlan, kept: KeptStep[]) => offered(buyer, { plan, kept, now })
  const draft = (projectId: string, plan: TenderPlan) =>
    play.draftOrder(agent, projectId, { plan, schedule: courseOf(now.getTime(), -1).schedule, now })

  await offer(planOf('门诊楼空调维保服务', '860000.00'), [])

  const run = planOf('病房护理家具采购', '1260000.00')
  const accepted = await offer(run, ['winner', 'abortive'])
  await agent.call(entrust.acceptEntrustment, { params: accepted })
  await draft(accepted.projectId, run)

  const back = planOf('检验试剂冷链运输服务', '540000.00')
  const ended = await offer(back, [])
  await agent.call(entrust.acceptEntrustment, { params: ended })
  await draft(ended.projectId, back)
  await buyer.call(entrust.endEntrustment, {
    params: ended,
    body: { reason: '运输需求并入年度框架协议，改由我院自行组织' },
  })

  const code = '12320400MA0000081'
  const { companyId } = await agent.call(registerClient, {
    body: {
      name: '江州市实验中学',
      creditCode: code + creditCodeCheck(code)!,
      contact: '吴老师',
      remark: '尚未注册平台，资料由我司代为登记',
    },
  })
  const about = { category: 'goods', regime: 'government', region: '江州市', funds: '财政资金' } as const
  await agent.call(createProject, {
    body: { ...about, name: '智慧教室设备采购项目', budget: '980000.00', purchaserCompanyId: companyId },
  })
  const { projectId } = await agent.call(createProject, {
    body: { ...about, name: '放射科防护改造项目', budget: '760000.00', purchaserCompanyId: COMPANIES.hospital.id },
  })
  await askConsent(agent, projectId)
  await draftMeeting(buyer, now)
}

/** A meeting about the order that waits for its winner, still to be called. */
async function draftMeeting(buyer: HttpClient, now: Date): Promise<void> {
  const { orders, people } = await buyer.call(meetingChoices, {})
  const members = people.slice(0, LEAST_MEMBERS).map(({ employeeId }) => employeeId)
  if (orders.length === 0 || members.length === 0) return
  const meetAt = new Date(officeAfter(now.getTime() + 2 * DAY)).toISOString()
  await buyer.call(createMeeting, {
    body: {
      title: `${orders[0]!.title}定标会`,
      rule: 'vote',
      ballot: 'secret',
      place: '行政楼三楼会议室',
      meetAt,
      note: '评标报告、候选人投标文件摘要会前发放。',
      orderIds: [orders[0]!.orderId],
      memberIds: members,
      chairId: members[0]!,
    },
  })
}

async function offered(
  buyer: HttpClient,
  { plan, kept, now }: { plan: TenderPlan; kept: KeptStep[]; now: Date },
): Promise<{ entrustmentId: string; projectId: string }> {
  const projectId = await play.createProject(buyer, plan)
  const parts = [{ heading: '委托事项', paragraphs: [`委托代理机构办理“${plan.projectName}”的采购事宜。`] }]
  const content = await pdfOf({ title: '招标代理委托合同', org: COMPANIES.hospital.name, parts }, now)
  const { fileId } = await buyer.upload('entrust-contract', '招标代理委托合同.pdf', content)
  const { entrustmentId } = await buyer.call(entrust.createEntrustment, {
    body: {
      projectId,
      agencyCompanyId: COMPANIES.agency.id,
      kept,
      feeRule: 'standard',
      feePayer: 'winner',
      note: '代理机构每周报告一次进展。',
      contractFiles: [{ fileId, name: '招标代理委托合同.pdf' }],
    },
  })
  await buyer.call(entrust.offerEntrustment, { params: { entrustmentId } })
  return { entrustmentId, projectId }
}

function planOf(title: string, amount: string): TenderPlan {
  return {
    projectName: `${title}项目`,
    title,
    category: 'goods',
    region: '江州市',
    funds: '自筹资金',
    budget: amount,
    estimatedPrice: amount,
    controlPrice: amount,
    bond: '10000',
    suite: 'intl',
    description: `${title}，含运输、安装与售后。`,
    items: [{ name: title, spec: '详见招标文件', unit: '批', quantity: '1', controlPrice: amount }],
  }
}
