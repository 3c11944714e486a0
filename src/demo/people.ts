import { hashPassword } from '#features/passport/server/passwords.ts'
import type { Right } from '#features/passport/rules-rights.ts'
import { INITIAL_MAJORS } from '#features/experts/rules/majors.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Cipher } from '#server/secrecy/cipher.ts'
import { COMPANIES, type CompanyKey, type DemoCompany } from './companies.ts'
import { loadTenants } from './tenants.ts'

/** The password of everybody here. */
export const PASSWORD = 'Kaibiao2026'

/** A person's place in a company. */
interface Job {
  company: CompanyKey
  rights: readonly Right[]
  isAdmin?: boolean
  isSigner?: boolean
  isDisabled?: boolean
}

interface Expert {
  kind: 'technical' | 'economic'
  employer: string
  title: string
  majors: readonly string[]
}

export interface DemoPerson {
  id: string
  account: string
  name: string
  mobile: string
  tenantId: number
  jobs: readonly (Job & { employeeId: string })[]
  expert: (Expert & { expertId: string }) | null
  isPlatformAdmin: boolean
  hasDefaultPassword: boolean
}

const BUYING: readonly Right[] = [
  'tendering',
  'purchaseDemand',
  'budget',
  'statistics',
  'finance',
  'expertManagement',
  'expertExtraction',
  'openingManagement',
  'openingVoice',
  'onlineSignature',
  'supplierManagement',
  'sms',
  'technicalReview',
  'performanceHandling',
  'performanceStatistics',
  'frameAgreement',
]
const AGENT: readonly Right[] = [
  'supplierManagement',
  'agencyTendering',
  'entrustHandling',
  'statistics',
  'finance',
  'expertManagement',
  'expertExtraction',
  'openingManagement',
  'openingVoice',
  'onlineSignature',
]
const SELLING: readonly Right[] = ['bidding', 'caCentre', 'finance', 'loginLog']

/** Everybody of the demonstration world, by account. */
export const PEOPLE = {
  buyer: person(1, ['buyer', '张晓'], {
    jobs: [{ company: 'hospital', rights: BUYING, isAdmin: true, isSigner: true }],
  }),
  buyer2: person(2, ['buyer2', '王宁'], { jobs: [{ company: 'hospital', rights: ['technicalReview'] }] }),
  newbie: person(3, ['newbie', '陈默'], {
    jobs: [{ company: 'hospital', rights: ['tendering'] }],
    hasDefaultPassword: true,
  }),
  disabled1: person(4, ['disabled1', '孙止'], { jobs: [{ company: 'hospital', rights: BUYING, isDisabled: true }] }),
  agent: person(5, ['agent', '李衡'], { jobs: [{ company: 'agency', rights: AGENT, isAdmin: true, isSigner: true }] }),
  multi: person(6, ['multi', '周双'], {
    jobs: [
      { company: 'hospital', rights: ['tendering', 'statistics'] },
      { company: 'agency', rights: ['agencyTendering'] },
      { company: 'waterworks', rights: ['tendering', 'bidding'] },
      { company: 'closed', rights: ['agencyTendering'] },
    ],
  }),
  supplier1: seller(11, ['supplier1', '沈瑶']),
  supplier2: seller(12, ['supplier2', '顾一鸣']),
  supplier3: seller(13, ['supplier3', '陆遥']),
  supplier4: seller(14, ['supplier4', '蒋文']),
  supplier5: seller(15, ['supplier5', '钱程']),
  supplier6: seller(16, ['supplier6', '史诺']),
  expert1: reviewer(21, ['expert1', '何清源'], technical('江州大学附属医院', '主任医师', ['医学影像'])),
  expert2: reviewer(22, ['expert2', '方敏'], technical('江州市中医院', '高级工程师', ['医疗设备'])),
  expert3: reviewer(23, ['expert3', '梁仲'], technical('江州市计量测试院', '高级工程师', ['医疗设备', '计量检测'])),
  expert4: reviewer(24, ['expert4', '罗思远'], technical('江州理工大学', '教授', ['生物医学工程'])),
  expert5: reviewer(25, ['expert5', '韩冰'], technical('江州市第三人民医院', '副主任医师', ['医学影像'])),
  expert6: reviewer(26, ['expert6', '曹越'], technical('江州市建筑设计院', '高级工程师', ['净化工程', '机电安装'])),
  expert7: reviewer(27, ['expert7', '冯谨'], economic('江州中衡会计师事务所', '高级会计师', ['财务审计'])),
  expert8: reviewer(28, ['expert8', '邓书'], economic('江州市造价协会', '高级经济师', ['工程造价'])),
  expert9: reviewer(29, ['expert9', '姚远'], economic('江州财经学院', '副教授', ['政府采购'])),
  admin: person(40, ['admin', '平台管理员'], { isPlatformAdmin: true }),
  admin2: person(41, ['admin2', '平台复核员'], { isPlatformAdmin: true }),
  'bj-buyer': person(51, ['bj-buyer', '孟岩'], {
    tenantId: 3,
    jobs: [{ company: 'bjPurchaser', rights: BUYING, isAdmin: true, isSigner: true }],
  }),
  'bj-handler': person(53, ['bj-handler', '卓然'], {
    tenantId: 3,
    jobs: [{ company: 'bjPurchaser', rights: ['tendering', 'purchaseDemand'] }],
  }),
  'bj-chief': person(54, ['bj-chief', '柏青'], {
    tenantId: 3,
    jobs: [{ company: 'bjPurchaser', rights: ['tendering', 'statistics'] }],
  }),
  'bj-finance': person(55, ['bj-finance', '闻静'], {
    tenantId: 3,
    jobs: [{ company: 'bjPurchaser', rights: ['finance', 'budget'] }],
  }),
  'bj-supplier1': person(52, ['bj-supplier1', '宋扬'], {
    tenantId: 3,
    jobs: [{ company: 'bjSupplier', rights: SELLING, isAdmin: true, isSigner: true }],
  }),
  // The hospital's second finance colleague: what is paid out there takes two.
  finance1: person(7, ['finance1', '季明'], { jobs: [{ company: 'hospital', rights: ['finance'] }] }),
} as const satisfies Record<string, DemoPerson>

export type Account = keyof typeof PEOPLE

/** Whether a database knows people of the demonstration: everybody can read their password. */
export async function holdsPeople(system: { kernel: Pick<Kernel, 'db'> }): Promise<boolean> {
  const ids = Object.values(PEOPLE).map((person) => person.id)
  const row = await system.kernel.db.selectFrom('app_user').select('id').where('id', 'in', ids).executeTakeFirst()
  return row !== undefined
}

/** Whether people are there, and none of the demonstration: somebody's real data. */
export async function isInUse(system: { kernel: Pick<Kernel, 'db'> }): Promise<boolean> {
  const anybody = await system.kernel.db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  return anybody !== undefined && !(await holdsPeople(system))
}

/** Loads tenants, companies and people; may be repeated, and leaves alone what was changed since. */
export async function loadPeople(system: { kernel: Kernel }): Promise<void> {
  const { kernel } = system
  await loadTenants(system)
  // One password, one hash: hashing it for each person would cost a second in every test file.
  const hash = await hashPassword(PASSWORD)
  for (const tenantId of [1, 3]) {
    await inContext(kernel, { tenantId, actor: null }, async ({ tx, cipher, clock }) => {
      for (const company of Object.values(COMPANIES)) {
        if (company.tenantId === tenantId) await loadCompany(tx, company, clock.now())
      }
      for (const someone of Object.values(PEOPLE)) {
        if (someone.tenantId === tenantId) await loadPerson(tx, someone, { cipher, hash, now: clock.now() })
      }
    })
  }
}

async function loadCompany(tx: Tx, company: DemoCompany, now: Date): Promise<void> {
  const { id, name, creditCode, companyType, legalPerson, tenantId, isDisabled } = company
  const is = (what: DemoCompany['is']) => company.is === what || company.also === what
  await tx
    .insertInto('company')
    .values({
      id,
      name,
      creditCode,
      companyType,
      legalPerson,
      createdAt: now,
    })
    .onConflict((c) => c.doNothing())
    .execute()
  await tx
    .insertInto('company_tenant')
    .values({
      tenantId,
      companyId: id,
      isPurchaser: is('purchaser'),
      isAgency: is('agency'),
      isSupplier: is('supplier'),
      isCertified: true,
      certifiedAt: now,
      features: is('purchaser') || is('agency') ? ['expertLibrary'] : [],
      status: isDisabled ? 0 : 1,
      createdAt: now,
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

async function loadPerson(
  tx: Tx,
  someone: DemoPerson,
  { cipher, hash, now }: { cipher: Cipher; hash: string; now: Date },
): Promise<void> {
  const { id, account, name, mobile, tenantId, jobs, expert } = someone
  await tx
    .insertInto('app_user')
    .values({
      id,
      account,
      ...cipher.fields('app_user.mobile', id, mobile),
      nickname: name,
      passwordHash: hash,
      isDefaultPassword: someone.hasDefaultPassword,
      isPlatformAdmin: someone.isPlatformAdmin,
      createdAt: now,
    })
    .onConflict((c) => c.doNothing())
    .execute()
  for (const job of jobs) {
    await tx
      .insertInto('employee')
      .values({
        tenantId,
        id: job.employeeId,
        companyId: COMPANIES[job.company].id,
        userId: id,
        name,
        email: `${account}@example.com`,
        status: job.isDisabled ? 0 : 1,
        isAdmin: job.isAdmin ?? false,
        isSigner: job.isSigner ?? false,
        rights: [...job.rights],
        createdAt: now,
      })
      .onConflict((c) => c.doNothing())
      .execute()
  }
  if (!expert) return
  await tx
    .insertInto('expert')
    .values({
      tenantId,
      id: expert.expertId,
      userId: id,
      name,
      ...cipher.fields('expert.mobile', expert.expertId, mobile),
      employer: expert.employer,
      kind: expert.kind,
      majors: expert.majors.map((name) => majorCode(name)),
      title: expert.title,
      region: '320000',
      city: '江州市',
      since: 2006,
      createdAt: now,
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

interface Rest {
  tenantId?: number
  jobs?: readonly Job[]
  expert?: Expert
  isPlatformAdmin?: boolean
  hasDefaultPassword?: boolean
}

/** Account and name. */
type Names = [account: string, name: string]

/** Ids and mobile numbers are made from a running number, so that they never change. */
function person(n: number, [account, name]: Names, rest: Rest = {}): DemoPerson {
  const number = String(n).padStart(2, '0')
  return {
    id: demoId('02', number),
    account,
    name,
    mobile: `138000001${number}`,
    tenantId: rest.tenantId ?? 1,
    jobs: (rest.jobs ?? []).map((job, i) => ({ ...job, employeeId: demoId(`03${i}`, number) })),
    expert: rest.expert ? { ...rest.expert, expertId: demoId('04', number) } : null,
    isPlatformAdmin: rest.isPlatformAdmin ?? false,
    hasDefaultPassword: rest.hasDefaultPassword ?? false,
  }
}

function seller(n: number, [account, name]: [`supplier${1 | 2 | 3 | 4 | 5 | 6}`, string]): DemoPerson {
  return person(n, [account, name], { jobs: [{ company: account, rights: SELLING, isAdmin: true, isSigner: true }] })
}

function reviewer(n: number, names: Names, expert: Expert): DemoPerson {
  return person(n, names, { expert })
}

function technical(employer: string, title: string, majors: readonly string[]): Expert {
  return { kind: 'technical', employer, title, majors }
}

function economic(employer: string, title: string, majors: readonly string[]): Expert {
  return { kind: 'economic', employer, title, majors }
}

function demoId(kind: string, number: string): string {
  return `0195a000-0000-7000-8000-${(kind + number).padStart(12, '0')}`
}

/** The code of a major of the initial classification. */
export function majorCode(name: string): string {
  const major = INITIAL_MAJORS.find((one) => one.name === name)
  if (!major) throw new Error(`no major ${name}`)
  return major.code
}
