import { letterLogo } from '#features/enterprise/rules/brand.ts'
import type { Kernel } from '#server/context.ts'

interface DemoTenant {
  id: number
  alias: string
  name: string
  hosts: readonly string[]
  isDefault: boolean
  /** As `TenantConfig` of the tenancy contract, without what the columns hold. */
  config: {
    loginAlias: string
    logo: string
    favicon: string
    themeColor: string
    openHallTitle: string
    reviewPlatformTitle: string
    funcList: readonly string[]
    agencyFuncList: readonly string[]
    hotline: string
    address: string
    /** What accounts opened by a company's administrator begin with. */
    defaultPassword: string
    /** How strictly the legal calendar is held, where not as the law has it: see `CalendarPolicy`. */
    legalCalendar?: { severity: Readonly<Record<string, 'block' | 'warn'>> }
  }
}

/** The platforms of the demonstration world: one at the shared address, one with an address of its own. */
export const TENANTS = {
  kaibiao: {
    id: 1,
    alias: 'kaibiao',
    name: '开标云采',
    hosts: ['localhost', '127.0.0.1', '::1', '[::1]', 'kaibiao.localhost'],
    isDefault: true,
    config: {
      loginAlias: 'kaibiao',
      logo: letterLogo('开', '#1f5fbf'),
      favicon: letterLogo('开', '#1f5fbf'),
      themeColor: '#1f5fbf,#e8f0fb',
      openHallTitle: '开标云采不见面开标大厅',
      reviewPlatformTitle: '开标云采评审工作台',
      funcList: [
        'publicTender',
        'invitedTender',
        'openingHall',
        'reviewHall',
        'expertLibrary',
        'publicOpening',
        'microPerformance',
        'microWuling',
      ],
      agencyFuncList: ['publicTender', 'invitedTender', 'openingHall', 'reviewHall', 'expertLibrary'],
      hotline: '400-800-1680',
      address: '江州市滨江区明德路18号',
      defaultPassword: 'Kaibiao2026',
      // Offers in the review can be tried here, under a warning that nobody overlooks; the law forbids them in a tender.
      legalCalendar: { severity: { 'price-negotiation': 'warn' } },
    },
  },
  beijiang: {
    id: 3,
    alias: 'beijiang',
    name: '北江国资采购',
    hosts: ['beijiang.localhost'],
    isDefault: false,
    config: {
      loginAlias: 'beijiang',
      logo: letterLogo('北', '#9c2f24'),
      favicon: letterLogo('北', '#9c2f24'),
      themeColor: '#9c2f24,#faecea',
      openHallTitle: '北江国资采购网上开标大厅',
      reviewPlatformTitle: '北江国资采购评审平台',
      funcList: ['publicTender', 'openingHall', 'reviewHall', 'expertLibrary', 'documentCentre'],
      agencyFuncList: ['publicTender', 'openingHall', 'reviewHall'],
      hotline: '400-800-1683',
      address: '北江市国资大厦6层',
      defaultPassword: 'Kaibiao2026',
    },
  },
} as const satisfies Record<string, DemoTenant>

/** Stores the tenants; what is there already stays as it is. */
export async function loadTenants({ kernel }: { kernel: Kernel }): Promise<void> {
  for (const { id, alias, name, hosts, isDefault, config } of Object.values(TENANTS)) {
    await kernel.db
      .insertInto('tenant')
      .values({ id, alias, name, hosts: [...hosts], isDefault, config: JSON.stringify(config) })
      .onConflict((c) => c.column('id').doNothing())
      .execute()
  }
}
