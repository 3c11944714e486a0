import { PAYMENT_SLOTS } from '#features/payment/contract/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

const COMPANY = ['purchaser', 'agency', 'supplier'] as const
const finance: Pick<Screen, 'workbench' | 'right'> = { workbench: [...COMPANY], right: 'finance' }
const reader: Pick<Screen, 'workbench' | 'right'> = { workbench: [...COMPANY], right: ['finance', 'auditing'] }
const admin: Pick<Screen, 'workbench' | 'right'> = { workbench: 'admin', right: 'platform' }

export const invoicesWeb: WebFeature = {
  screens: [
    {
      ...reader,
      path: '/finance/invoices',
      title: '我的发票',
      menu: 'finance-invoices',
      cached: true,
      load: () => import('./invoice-list.tsx'),
    },
    {
      ...finance,
      path: '/finance/invoices/new/:orderId',
      title: '申请发票',
      menu: 'finance-invoices',
      load: () => import('./apply-screen.tsx'),
    },
    {
      ...reader,
      path: '/finance/invoices/issuing',
      title: '开票',
      menu: 'finance-issuing',
      cached: true,
      load: () => import('./issue-list.tsx'),
    },
    {
      ...reader,
      path: '/finance/invoices/:invoiceId',
      title: '发票',
      menu: 'finance-invoices',
      load: () => import('./invoice-screen.tsx'),
    },
    {
      ...admin,
      path: '/admin/finance/invoices',
      title: '开票',
      menu: 'finance-platform-invoices',
      props: { base: '/admin/finance/invoices' },
      load: () => import('./issue-list.tsx'),
    },
    {
      ...admin,
      path: '/admin/finance/invoices/:invoiceId',
      title: '发票',
      menu: 'finance-platform-invoices',
      load: () => import('./invoice-screen.tsx'),
    },
  ],
  parts: [
    part(PAYMENT_SLOTS.order, 'invoices', () => import('./order-part.tsx')),
    part(SHELL.personal, 'invoices', () => import('./personal-part.tsx')),
  ],
}
