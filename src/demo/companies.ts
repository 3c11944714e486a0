/** A company of the demonstration world at the one tenant where it is known. */
export interface DemoCompany {
  id: string
  tenantId: number
  name: string
  /** 统一社会信用代码, with a valid check digit (GB 32100-2015). */
  creditCode: string
  /** Enterprise 1, public institution 2. */
  companyType: 1 | 2
  legalPerson: string
  is: 'purchaser' | 'agency' | 'supplier'
  /** Certified for a second workbench. */
  also?: 'supplier'
  isDisabled?: boolean
}

const SUPPLIERS = [
  ['江州康明医疗器械有限公司', '91320402718620356C', '沈立群'],
  ['苏州迈德影像技术有限公司', '91320500MA1MEDH25M', '顾文彬'],
  ['上海瑞禾医疗科技股份有限公司', '91310115582409171R', '陆嘉禾'],
  ['南京博诚生物医疗设备有限公司', '91320106MA25C8RT1T', '蒋博'],
  ['浙江天衡医用工程有限公司', '913301066632904168', '钱若愚'],
  ['溧阳建安净化工程有限公司', '91320481MA1NQW7E84', '史建安'],
] as const

type SupplierKey = `supplier${1 | 2 | 3 | 4 | 5 | 6}`

export const COMPANIES = {
  hospital: {
    id: companyId(1),
    tenantId: 1,
    name: '江州市第一人民医院',
    creditCode: '123204004667302161',
    companyType: 2,
    legalPerson: '周维民',
    is: 'purchaser',
  },
  agency: {
    id: companyId(2),
    tenantId: 1,
    name: '江州正信招标代理有限公司',
    creditCode: '91320402MA1X3K7P9H',
    companyType: 1,
    legalPerson: '许正信',
    is: 'agency',
  },
  ...(Object.fromEntries(SUPPLIERS.map((row, i) => [`supplier${i + 1}`, supplier(i + 1, row)])) as Record<
    SupplierKey,
    DemoCompany
  >),
  /** Buys pipes and bids for waterworks: its people switch between two workbenches. */
  waterworks: {
    id: companyId(20),
    tenantId: 1,
    name: '江州水务集团有限公司',
    creditCode: '9132040013718420X4',
    companyType: 1,
    legalPerson: '潘仲源',
    is: 'purchaser',
    also: 'supplier',
  },
  /** Barred by the platform. */
  closed: {
    id: companyId(21),
    tenantId: 1,
    name: '江州旧城工程咨询有限公司',
    creditCode: '91320402608745190B',
    companyType: 1,
    legalPerson: '吴旧安',
    is: 'agency',
    isDisabled: true,
  },
  bjPurchaser: {
    id: companyId(30),
    tenantId: 3,
    name: '北江城市建设投资集团有限公司',
    creditCode: '91320700750411861X',
    companyType: 1,
    legalPerson: '孟北川',
    is: 'purchaser',
  },
  bjSupplier: {
    id: companyId(31),
    tenantId: 3,
    name: '北江宏远建设工程有限公司',
    creditCode: '91320700MA27B6JD0R',
    companyType: 1,
    legalPerson: '宋宏远',
    is: 'supplier',
  },
} as const satisfies Record<string, DemoCompany>

export type CompanyKey = keyof typeof COMPANIES

/** Fixed ids, so that links, tests and pictures stay the same. */
function companyId(n: number): string {
  return `0195a000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
}

function supplier(n: number, [name, creditCode, legalPerson]: (typeof SUPPLIERS)[number]): DemoCompany {
  return { id: companyId(10 + n), tenantId: 1, name, creditCode, companyType: 1, legalPerson, is: 'supplier' }
}
