import { DAY, formatDate } from '#contract/time.ts'
import * as audit from '#features/experts/contract-audit.ts'
import * as c from '#features/experts/contract.ts'
import * as extraction from '#features/experts/contract-extraction.ts'
import { inContext } from '#server/context.ts'
import { settle } from '#server/events.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { System } from '#server/system.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { PASSWORD, PEOPLE } from './people.ts'
import { drawn } from './play/drawn.ts'
import { officeAfter } from './play/office-hours.ts'
import { accountOf } from '#features/passport/server/public.ts'

const HEADS = ['姓名', '手机号码', '专家类别', '工作单位', '专业', '职称', '省级地区', '市县', '从业起始年份'] as const

/** Major, title, employer of ten people each; names below. */
const GROUPS: readonly (readonly [
  major: string,
  kind: string,
  titles: readonly string[],
  employers: readonly string[],
])[] = [
  [
    '医疗设备',
    '技术专家',
    ['主任医师', '高级工程师', '副主任医师'],
    ['江州大学附属医院', '滨海市人民医院', '江州市儿童医院', '东川县人民医院'],
  ],
  [
    '医学影像',
    '技术专家',
    ['主任医师', '副主任医师', '主治医师'],
    ['江州医学院', '滨海市中心医院', '江州市肿瘤医院', '江州市妇幼保健院'],
  ],
  [
    '系统集成、软件开发',
    '技术专家',
    ['高级工程师', '教授', '工程师'],
    ['江州理工大学', '江州市大数据中心', '滨海软件职业学院'],
  ],
  [
    '财务审计',
    '经济专家',
    ['高级会计师', '高级审计师', '副教授'],
    ['江州正和会计师事务所', '江州财经学院', '滨海市审计局'],
  ],
]
const NAMES =
  '安宁 白桦 蔡文 曹宁 常青 程远 崔颖 戴维民 董敏 范思成 方舟 傅明 甘霖 高岩 葛立 耿直 郭峰 韩雪 郝建 贺兰 洪涛 侯鸣 胡杨 华清 黄河 霍启 江岸 姜禾 蒋平 金石 柯达 孔令 赖文 雷鸣 黎明 李默 梁栋 林海 凌云 刘洋'.split(
    ' ',
  )
const REGIONS = [
  ['江苏省', '江州市'],
  ['江苏省', '滨海市'],
  ['浙江省', '东川县'],
] as const

/** Who answers in the demonstration, by the number of the mobile. */
const mobileOf = (i: number) => `13800003${String(i).padStart(3, '0')}`

/** Forty experts of the platform, a company's own ones with sharing and applications, and extractions in every state. */
export async function loadExperts(system: System, base: string): Promise<void> {
  const { kernel } = system
  const cast = new Cast(base)
  const admin = await cast.as('admin')
  const buyer = await cast.as('buyer')
  await importPeople(
    admin,
    NAMES.map((name, i) => personOf(name, i)),
  )
  const own = ['庞博', '齐放', '任重'].map((name, i) => ({ ...personOf(name, i), 手机号码: mobileOf(90 + i) }))
  await importPeople(buyer, own)
  await applications(cast)
  await kernel.db
    .updateTable('app_user')
    .set((e) => ({
      passwordHash: e.selectFrom('app_user as b').select('b.passwordHash').where('b.id', '=', PEOPLE.buyer.id),
    }))
    .where(
      'mobileHash',
      'in',
      Array.from({ length: 100 }, (_, i) => kernel.cipher.hashes('app_user.mobile', mobileOf(i))).flat(),
    )
    .execute()
  const draw = new Drawing(system, base, buyer)
  await draw.all()
  await settle(kernel, 60_000)
}

function personOf(name: string, i: number): Record<(typeof HEADS)[number], string> {
  const [major, kind, titles, employers] = GROUPS[i % GROUPS.length]!
  const round = Math.floor(i / GROUPS.length)
  const [region, city] = REGIONS[round % REGIONS.length]!
  return {
    姓名: name,
    手机号码: mobileOf(i),
    专家类别: kind,
    工作单位: employers[round % employers.length]!,
    专业: major,
    职称: titles[round % titles.length]!,
    省级地区: region,
    市县: city,
    从业起始年份: String(1996 + ((i * 7) % 20)),
  }
}

async function importPeople(client: HttpClient, rows: readonly Record<string, string>[]): Promise<void> {
  const columns = HEADS.map((title): SheetColumn => ({ key: title, title, type: 'text', max: '200' }))
  const form = new FormData()
  const sheet = await writeSheet({ title: '专家', columns, rows })
  form.append('file', new Blob([new Uint8Array(sheet)]), '专家.xlsx')
  const { errors } = (await client.raw('POST', `/api${c.importExperts.path}`, form)) as { errors: unknown[] }
  if (errors.length > 0) throw new Error(`experts: ${JSON.stringify(errors)}`)
}

/** One waiting, one refused, one taken in; one expert shared with a branch and offered to the platform. */
async function applications(cast: Cast): Promise<void> {
  const buyer = await cast.as('buyer')
  const admin = await cast.as('admin')
  const apply = async (account: 'supplier5' | 'supplier6' | 'agent', companyId: string | null, title: string) => {
    const fields = { name: PEOPLE[account].name, kind: 'technical' as const, employer: '江州市设备管理协会' }
    const body = { ...fields, majors: ['B0302'], title, region: '320000', city: '江州市', since: 2009, companyId }
    return (await cast.as(account)).call(audit.applyAsExpert, { body: { ...body, statement: '从事设备管理十余年。' } })
  }
  const refused = await apply('supplier5', COMPANIES.hospital.id, '工程师')
  await buyer.call(audit.decideApplication, { params: refused, body: { pass: false, reason: '职称不满足入库要求' } })
  await apply('supplier6', COMPANIES.hospital.id, '高级工程师')
  await apply('agent', null, '正高级工程师')
  const recommended = {
    name: '施工',
    mobile: mobileOf(95),
    kind: 'technical' as const,
    employer: '江州市建筑科学研究院',
    majors: ['A0303'],
    title: '高级工程师',
    region: '320000',
    city: '江州市',
    since: 2003,
    library: 'platform' as const,
    statement: '净化工程领域专家，参加过本院两次评审。',
  }
  const passed = await buyer.call(audit.recommendExpert, { body: recommended })
  await admin.call(audit.decideApplication, { params: passed, body: { pass: true } })
  const { rows } = await buyer.call(c.expertPage, { query: { library: 'company' } })
  const [first, second] = rows
  const { targets } = await buyer.call(audit.sharedRecords, { params: { expertId: first!.expertId } })
  const branch = targets.find((one) => one.relation === 'below')
  if (branch)
    await buyer.call(audit.shareExpert, {
      params: { expertId: first!.expertId },
      body: { companyId: branch.companyId, note: '院区设备评审借用' },
    })
  await buyer.call(audit.shareExpert, { params: { expertId: second!.expertId }, body: { companyId: null } })
  const expert = await cast.as('expert1')
  const today = Date.now()
  await expert.call(audit.addLeave, {
    body: { firstDay: formatDate(today + 10 * DAY), lastDay: formatDate(today + 12 * DAY), reason: '学术会议' },
  })
}

interface Terms {
  kind: 1 | 2 | 3 | 4
  title: string
  orderId?: string
  isSecret?: boolean
  majors: readonly string[]
  number: number
}

class Drawing {
  readonly #system: System
  readonly #base: string
  readonly #buyer: HttpClient

  constructor(system: System, base: string, buyer: HttpClient) {
    this.#system = system
    this.#base = base
    this.#buyer = buyer
  }

  async all(): Promise<void> {
    const orders = await this.#buyer.call(extraction.extractionOrders, {})
    const [order] = orders.toSorted((a, b) => (b.openAt ?? '').localeCompare(a.openAt ?? ''))
    await this.#draft({ kind: 4, title: '设备工程师招聘面试', majors: ['B01'], number: 2 })
    const ended = await this.#draw({ kind: 3, title: '智慧病房建设需求论证', majors: ['C02'], number: 2 })
    await this.#answer(ended, [false, true, true])
    const failed = await this.#draw({ kind: 2, title: '手术室净化工程履约验收', majors: ['A0303'], number: 1 })
    await this.#answer(
      failed,
      Array.from({ length: 12 }, () => false),
    )
    const running = await this.#draw({ kind: 2, title: '超声诊断仪履约验收', majors: ['B0101'], number: 3 })
    await this.#answer(running, [true, false])
    if (order) {
      const reviewed = { kind: 1, orderId: order.orderId, isSecret: true, majors: ['B01'], number: 3 } as const
      const secret = await this.#draw({ ...reviewed, title: `${order.title}评标` })
      await this.#answer(secret, [true, false, true])
    }
  }

  async #draft({ kind, title, orderId, isSecret = false, majors, number }: Terms) {
    const reviewAt = new Date(officeAfter(this.#system.kernel.clock.now().getTime() + 20 * DAY))
    return this.#buyer.call(extraction.createExtraction, {
      body: {
        kind,
        title,
        orderId: orderId ?? null,
        mode: 1,
        library: 1,
        reviewAt: reviewAt.toISOString(),
        place: '江州市公共资源交易中心第三评标室',
        replyMinutes: 1440,
        isSecret,
        byPlatform: true,
        conditions: [
          { majors: [...majors], number },
          ...(kind === 1 ? [{ kind: 'economic' as const, majors: ['C01'], level: 2 as const, number: 1 }] : []),
        ],
        avoidance: { options: [], units: [{ name: '江州市儿童医院' }], people: [] },
      },
    })
  }

  async #draw(terms: Terms): Promise<string> {
    const { extractionId } = await this.#draft(terms)
    await this.#buyer.call(extraction.drawExtraction, { params: { extractionId } })
    await drawn(this.#system, extractionId)
    return extractionId
  }

  /** Lets those who wait answer, one after the other. */
  async #answer(extractionId: string, answers: readonly boolean[]): Promise<void> {
    for (const accept of answers) {
      const call = await inContext(this.#system.kernel, { tenantId: 1, actor: null, readOnly: true }, ({ tx }) =>
        tx
          .selectFrom('expert_call as k')
          .innerJoin('app_user as u', 'u.id', 'k.userId')
          .select(['k.id', 'k.userId', 'u.account', 'u.mobile'])
          .where('k.extractionId', '=', extractionId)
          .where('k.replyStatus', '=', 0)
          .orderBy('k.rank')
          .executeTakeFirst(),
      )
      if (!call) return
      const client = new HttpClient(this.#base)
      await client.login(accountOf(this.#system.kernel, { ...call, id: call.userId }), PASSWORD)
      client.workbench = 'expert'
      await client.call(extraction.replyInvitation, {
        params: { callId: call.id },
        body: accept ? { accept, declared: true } : { accept, category: 1, reason: '当日已安排门诊手术，不能参加' },
      })
      await settle(this.#system.kernel, 60_000)
    }
  }
}
