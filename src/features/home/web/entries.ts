import type { Workbench } from '#contract/workbench.ts'

export interface Entry {
  label: string
  to: string
  workbench?: Workbench[]
  /** Begins something new: offered first in the palette. */
  starts?: true
}

/** Where people go most, by workbench. Who may not open a page, or has none at the address, is not shown its entry. */
export const ENTRIES: readonly Entry[] = [
  { label: '新建采购项目', to: '/purchaser/register/projects/edit', workbench: ['purchaser'], starts: true },
  { label: '采购项目', to: '/purchaser/register/list', workbench: ['purchaser'] },
  { label: '招标采购', to: '/purchaser/bidding/list', workbench: ['purchaser'] },
  { label: '登记代理项目', to: '/agency/entrust/edit', workbench: ['agency'], starts: true },
  { label: '代理项目', to: '/agency/project/bidding/list', workbench: ['agency'] },
  { label: '招标采购', to: '/agency/bidding/list', workbench: ['agency'] },
  { label: '专家库', to: '/expert/manage', workbench: ['purchaser', 'agency'] },
  { label: '找招标项目', to: '/supplier/public-tender/list', workbench: ['supplier'] },
  { label: '我的投标', to: '/supplier/monitor/bid/list', workbench: ['supplier'] },
  { label: '投标密钥', to: '/supplier/bid-keys', workbench: ['supplier'] },
  { label: '评审任务', to: '/review/tasks', workbench: ['expert'] },
  { label: '评审邀请', to: '/review/invitations', workbench: ['expert'] },
  { label: '入库申请', to: '/expert/apply', workbench: ['expert'] },
  { label: '企业审核', to: '/admin/company-audits', workbench: ['admin'] },
  { label: '企业', to: '/admin/companies', workbench: ['admin'] },
  { label: '发送记录', to: '/admin/message-texts', workbench: ['admin'] },
  { label: '通知设置', to: '/notice/settings' },
  { label: '个人中心', to: '/personal-centre' },
  { label: '在线服务', to: '/online' },
]
