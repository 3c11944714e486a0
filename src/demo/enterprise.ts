import type { InputOf } from '#contract/endpoint.ts'
import * as admin from '#features/enterprise/contract/admin.ts'
import { applyForBrand } from '#features/enterprise/contract/brand.ts'
import { askToJoin, submitAudit } from '#features/enterprise/contract/certification.ts'
import { BasicInfo, businessInfo, updateBasicInfo } from '#features/enterprise/contract/company.ts'
import * as services from '#features/enterprise/contract/services.ts'
import { creditCodeCheck, identityCheck } from '#features/enterprise/rules/identifiers.ts'
import { amountFor } from '#features/enterprise/server/payout.ts'
import { register, sendSms } from '#features/passport/contract.ts'
import { deriveKey } from '#server/config.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import type { System } from '#server/system.ts'
import type { Cast } from './cast.ts'
import { COMPANIES, type CompanyKey } from './companies.ts'
import { type Account, PASSWORD } from './people.ts'
import { codeFor } from './play/codes.ts'
import { pdfOf } from './play/documents.ts'

interface Stage {
  system: Pick<System, 'kernel'>
  base: string
  cast: Cast
}

type Application = InputOf<typeof submitAudit>['body']

const VERIFIED_CARDS = [
  ['supplier1', { bank: '中国工商银行', branch: '江州滨江支行', accountNo: '1105021809100188888' }],
  ['supplier5', { bank: '招商银行', branch: '杭州余杭支行', accountNo: '571900188810188' }],
] as const

/** People who come to the platform with companies of their own. */
export const NEWCOMERS = [
  { mobile: '13900001001', name: '林晓', company: '江州云帆信息技术有限公司', begin: '91', type: 1 },
  { mobile: '13900001002', name: '葛青', company: '江州市滨江区葛记医疗用品经营部', begin: '92', type: 3 },
  { mobile: '13900001003', name: '唐一川', company: '江州市疾病预防控制中心', begin: '12', type: 2 },
] as const

/**
 * Applications in every state, made through the calls that people use: companies pending, rejected and passed, changes,
 * services, bank accounts, a brand, a grey feature, somebody who asks to join.
 */
export async function loadEnterprise(stage: Stage): Promise<void> {
  const platform = await stage.cast.as('admin')
  const paper = await pdfOf(
    {
      title: '证明资料（示例）',
      org: '江州市市场监督管理局',
      parts: [{ heading: '说明', paragraphs: ['演示用证明资料。'] }],
    },
    stage.system.kernel.clock.now(),
  )
  const decide = (auditId: string, reason = '') =>
    platform.call(admin.decideCompanyAudit, { params: { auditId }, body: { pass: reason === '', reason } })

  const [cloud, shop, centre] = await Promise.all(NEWCOMERS.map((one) => newcomer(stage, one)))
  const shopAudit = await apply(shop!, NEWCOMERS[1], { paper, n: 2 })
  await decide(shopAudit, '营业执照不清晰，无法辨认，请重新拍摄后提交')
  const centreAudit = await apply(centre!, NEWCOMERS[2], { paper, n: 3 })
  await decide(centreAudit)
  await apply(cloud!, NEWCOMERS[0], { paper, n: 1 })

  for (const [account, key] of [
    ['buyer', 'hospital'],
    ['supplier1', 'supplier1'],
  ] as const)
    await decide(await change(stage, account, { key, paper, registeredAddress: '江州市滨江区明德路66号' }))
  await change(stage, 'supplier5', { key: 'supplier5', paper, registeredAddress: '杭州市余杭区文一西路9号' })
  const buyer = await stage.cast.as('buyer')
  await buyer.call(updateBasicInfo, {
    body: {
      ...BasicInfo.parse({}),
      acronyms: '江州一院',
      scale: 6,
      institutionCategory: '卫生',
      phone: '0519-88886666',
      address: '江州市滨江区明德路66号',
    },
  })

  await (
    await stage.cast.as('agent')
  ).call(services.applyForService, { body: { type: 'supplier', statement: '参与咨询服务类项目投标' } })
  const sixth = await stage.cast.as('supplier6')
  const { id } = await sixth.call(services.applyForService, {
    body: { type: 'purchaser', statement: '自行采购净化材料' },
  })
  await platform.call(admin.decideServiceAudit, {
    params: { id },
    body: { pass: false, reason: '请补充说明采购规模和管理制度' },
  })

  await bindCards(stage)
  await buyer.call(applyForBrand, {
    body: {
      alias: 'jiangyi',
      themeColor: '#0b5394',
      openHallTitle: '江州一院不见面开标大厅',
      statement: '启用医院统一形象',
    },
  })
  await platform.call(admin.saveGreyRelease, {
    params: { code: 'smartCheck' },
    body: { name: '智能清标', workbenches: ['purchaser'], companyIds: [COMPANIES.hospital.id] },
  })
  await shop!.call(askToJoin, {
    body: { companyId: COMPANIES.supplier1.id, name: '葛青', message: '投标部新同事，接替陈工' },
  })
}

/** Registers somebody by the code sent to the number, which stands in the demonstration's outbox. */
async function newcomer({ base }: Stage, { mobile, name }: { mobile: string; name: string }): Promise<HttpClient> {
  const client = new HttpClient(base)
  await client.call(sendSms, { body: { mobile, purpose: 'register' } })
  const code = await codeFor(client, mobile)
  await client.call(register, { body: { mobile, code, nickname: name, password: PASSWORD, again: PASSWORD } })
  return client
}

async function documents(client: HttpClient, paper: Buffer) {
  const names = { license: '营业执照.pdf', legalPersonId: '身份证.pdf' } as const
  return Promise.all(
    (Object.keys(names) as (keyof typeof names)[]).map(async (kind) => {
      const { fileId, name } = await client.upload('company-document', names[kind], paper)
      return { kind, fileId, name }
    }),
  )
}

async function apply(
  client: HttpClient,
  { company, begin, type, name, mobile }: (typeof NEWCOMERS)[number],
  { paper, n }: { paper: Buffer; n: number },
): Promise<string> {
  const code = `${begin}320402MA00000${String(n).padStart(2, '0')}`
  const body: Application = {
    companyId: null,
    companyType: type,
    companyName: company,
    socialCreditCode: code + creditCodeCheck(code)!,
    legalPerson: name,
    identityNumber: identityOf(n),
    registeredAddress: '江州市滨江区创业路8号',
    registeredCapital: '2000000',
    establishedOn: '2018-05-16',
    businessScope: '信息技术服务、医疗用品销售及相关咨询',
    contactName: name,
    contactMobile: mobile,
    contactEmail: '',
    workbenches: type === 2 ? ['purchaser'] : ['supplier'],
    documents: await documents(client, paper),
  }
  return (await client.call(submitAudit, { body })).auditId
}

/** A change of a company of the demonstration world that fills in what it had not said before. */
async function change(
  { cast }: Stage,
  account: Account,
  { key, paper, registeredAddress }: { key: CompanyKey; paper: Buffer; registeredAddress: string },
): Promise<string> {
  const client = await cast.as(account)
  const { id, companyType, legalPerson } = COMPANIES[key]
  const facts = await client.call(businessInfo, {})
  const body: Application = {
    ...facts,
    companyId: id,
    companyType,
    legalPerson,
    identityNumber: identityOf(50 + key.length),
    registeredAddress,
    registeredCapital: '20000000',
    establishedOn: '2004-06-18',
    businessScope: companyType === 2 ? '医疗、教学、科研、预防保健' : '医疗器械的研发、销售、维修和技术服务',
    contactName: legalPerson,
    contactMobile: '13800008888',
    workbenches: [],
    documents: await documents(client, paper),
  }
  return (await client.call(submitAudit, { body })).auditId
}

/** An account verified for each of two, and one that waits for its amount. */
async function bindCards({ system, cast }: Stage): Promise<void> {
  const bind = async (account: Account, card: { bank: string; branch: string; accountNo: string }) =>
    (await cast.as(account)).call(services.addBankCard, { body: card })
  for (const [account, card] of VERIFIED_CARDS) {
    const { id } = await bind(account, card)
    const amount = amountFor(deriveKey(system.kernel.config, 'bank card'), id)
    await (await cast.as(account)).call(services.verifyBankCard, { params: { id }, body: { amount } })
  }
  await bind('supplier1', { bank: '中国建设银行', branch: '江州滨江支行', accountNo: '32050162843600000123' })
}

function identityOf(n: number): string {
  const body = `32040219800101${String(n).padStart(3, '0')}`
  return body + identityCheck(body)!
}
