import type { Screen, WebFeature } from '#web/screen.ts'

const COMPANY = ['purchaser', 'agency', 'supplier'] as const
const payer: Pick<Screen, 'workbench' | 'right'> = {
  workbench: [...COMPANY],
  right: ['finance', 'bidding', 'caCentre'],
}
const reader: Pick<Screen, 'workbench' | 'right'> = { workbench: [...COMPANY], right: ['finance', 'auditing'] }
const admin: Pick<Screen, 'workbench' | 'right'> = { workbench: 'admin', right: 'platform' }

export const paymentWeb: WebFeature = {
  screens: [
    { ...reader, path: '/finance', title: '我的财务', menu: 'finance-own', load: () => import('./own-finance.tsx') },
    {
      ...reader,
      path: '/finance/orders',
      title: '付款单',
      menu: 'finance-orders',
      cached: true,
      load: () => import('./order-list.tsx'),
    },
    {
      ...payer,
      path: '/finance/orders/:orderId',
      title: '付款单',
      menu: 'finance-orders',
      load: () => import('./cashier.tsx'),
    },
    {
      ...reader,
      path: '/finance/withdrawals',
      title: '提现记录',
      menu: 'finance-withdrawals',
      load: () => import('./withdrawals.tsx'),
    },
    {
      ...payer,
      path: '/services/platform-points/list',
      title: '增值服务',
      menu: 'platform-points',
      load: () => import('./service-list.tsx'),
    },
    {
      ...payer,
      path: '/services/platform-points/buy',
      title: '购买平台积分',
      menu: 'platform-points',
      props: { category: 'points' },
      load: () => import('./service-list.tsx'),
    },
    {
      ...payer,
      path: '/services/schedule/meeting/buy',
      title: '购买在线会议',
      menu: 'meetings',
      props: { category: 'meeting' },
      load: () => import('./service-list.tsx'),
    },
    {
      ...payer,
      path: '/demo/gateway/:payCode',
      title: '模拟支付',
      layout: 'top',
      load: () => import('./wallet.tsx'),
    },
    {
      ...admin,
      path: '/admin/finance/cases',
      title: '待处理款项',
      menu: 'finance-cases',
      load: () => import('./admin/case-list.tsx'),
    },
    {
      ...admin,
      path: '/admin/finance/orders',
      title: '付款单与退款',
      menu: 'finance-platform-orders',
      load: () => import('./admin/platform-orders.tsx'),
    },
    {
      ...admin,
      path: '/admin/finance/closings',
      title: '日结与对账',
      menu: 'finance-closings',
      load: () => import('./admin/closings.tsx'),
    },
    {
      ...admin,
      path: '/admin/finance/journals',
      title: '凭证与冲正',
      menu: 'finance-journals',
      load: () => import('./admin/journals.tsx'),
    },
    {
      ...admin,
      path: '/admin/products',
      title: '增值产品',
      menu: 'products',
      load: () => import('./admin/products.tsx'),
    },
  ],
}
