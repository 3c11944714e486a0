import { HOUR } from '#contract/time.ts'
import { AppError } from '#contract/errors.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { PricePlan } from '#features/procurement/steps/review/settings.ts'
import type { Kernel } from '#server/context.ts'
import type { Caller } from '#server/implement.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { auctionPlan, draftAuction } from './auctions.ts'
import type { CompanyKey } from './companies.ts'
import type { ExampleMethod } from './contract.ts'
import { PASSWORD, PEOPLE } from './people.ts'
import { createProject, draftOrder } from './play/buyer.ts'
import { lawfulSchedule, type TenderPlan } from './play/plan.ts'
import { DIRECT_EXAMPLE, directDates } from './direct-purchases.ts'
import { draftSole, SOLE_EXAMPLE, soleDates } from './sole-sources.ts'
import { FEW_WAYS } from './tenders.ts'

/** Short enough to be played in minutes, complete enough to be published as it is. */
const TENDER: TenderPlan = {
  category: 'goods',
  region: '江州市',
  funds: '自筹资金',
  suite: 'intl',
  projectName: '江州市第一人民医院便携式超声采购项目',
  title: '便携式彩色超声诊断仪采购',
  budget: '1260000',
  estimatedPrice: '1260000',
  controlPrice: '1260000',
  bond: '20000',
  description: '采购便携式彩色超声诊断仪三台及配套工作站，含安装、培训与三年质保。',
  settings: {
    ways: FEW_WAYS,
    qualifications: [{ name: '营业执照', required: true }],
    // The lowest price takes full marks.
    price: PricePlan.parse({}),
  },
  items: [
    { name: '便携式彩超', spec: '重量≤6kg，配凸阵与线阵探头', unit: '台', quantity: '3', controlPrice: '360000' },
    { name: '超声工作站', spec: '图文报告、DICOM接口', unit: '套', quantity: '3', controlPrice: '60000' },
  ],
}
const AUCTION = auctionPlan({
  projectName: '江州市第一人民医院打印机更新',
  title: '激光打印机80台竞价采购',
  price: '128000',
  description: '采购黑白激光打印机80台，含三年上门保修。',
  items: [{ name: '激光打印机', spec: 'A4黑白双面，每分钟30页', unit: '台', quantity: '80', controlPrice: '1600' }],
})

/** For whom, and when, an example is drafted. */
interface Asking {
  purchaser: CompanyKey | null
  now: Date
}

/** Each gives the project and the order that it drafted. */
const DRAFTS: Record<
  ExampleMethod,
  (client: HttpClient, asking: Asking) => Promise<{ projectId: string; orderId: string }>
> = {
  1: async (client, { purchaser, now }) => {
    const projectId = await createProject(client, TENDER, purchaser)
    const orderId = await draftOrder(client, projectId, { plan: TENDER, schedule: lawfulSchedule(now), now })
    return { projectId, orderId }
  },
  6: (client, asking) => draftSole(client, SOLE_EXAMPLE, { ...asking, dates: soleDates(asking.now.getTime()) }),
  10: (client, asking) => draftSole(client, DIRECT_EXAMPLE, { ...asking, dates: directDates(asking.now.getTime()) }),
  8: (client, { purchaser, now }) => {
    const dates = { signUpEnd: now.getTime() + 48 * HOUR, starts: now.getTime() + 72 * HOUR }
    return draftAuction(client, AUCTION, { purchaser, dates })
  },
}

/** Drafts an example for a buyer of the demonstration, under their own name; gives the address of its form. */
export async function exampleFor(
  kernel: Kernel,
  { actor, base }: Pick<Caller, 'actor'> & { base: string },
  method: ExampleMethod,
): Promise<string> {
  const person = Object.values(PEOPLE).find(({ id }) => id === actor?.userId)
  const side = actor?.workbench
  if (!person || (side !== 'purchaser' && side !== 'agency'))
    throw new AppError('forbidden', '请先切换为采购人或代理机构，再填入示例')
  const client = new HttpClient(base)
  client.tenantId = person.tenantId
  await client.login(person.account, PASSWORD)
  client.workbench = side
  const purchaser = side === 'agency' ? 'hospital' : null
  const { projectId, orderId } = await DRAFTS[method](client, { purchaser, now: kernel.clock.now() })
  return placeOf({ id: orderId, method, ids: { projectId } }, 'publish.form', side)
}
