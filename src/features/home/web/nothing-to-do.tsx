import { Link } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import type { Scope } from '../rules.ts'
import { useMayOpen } from './use-entries.ts'

interface Next {
  hint: string
  /** Where to go from here; the first that the person may open is offered. */
  links: readonly { label: string; to: string }[]
}

const NEXT: Record<'purchaser' | 'agency' | 'supplier' | 'expert' | 'admin', Next> = {
  purchaser: {
    hint: '报名审核、答疑、开标、评审和定标等事项会出现在这里',
    links: [
      { label: '新建采购项目', to: '/purchaser/register/projects/edit' },
      { label: '查看认证信息', to: '/enterprise/certificate/info' },
    ],
  },
  agency: {
    hint: '报名审核、答疑、开标、评审和定标等事项会出现在这里',
    links: [
      { label: '登记代理项目', to: '/agency/entrust/edit' },
      { label: '查看认证信息', to: '/enterprise/certificate/info' },
    ],
  },
  supplier: {
    hint: '变更确认、投标文件制作和开标解密等事项会出现在这里',
    links: [{ label: '找招标项目', to: '/supplier/public-tender/list' }],
  },
  expert: {
    hint: '受邀并接受评审后，回避声明、评审打分和报告签署等事项会出现在这里',
    links: [
      { label: '查看评审邀请', to: '/review/invitations' },
      { label: '申请成为评审专家', to: '/expert/apply' },
    ],
  },
  admin: {
    hint: '企业认证、服务开通和专家入库的审核会出现在这里',
    links: [{ label: '查看企业', to: '/admin/companies' }],
  },
}

/** An empty inbox says what will stand in it, and where to go meanwhile. */
export function NothingToDo({ scope }: { scope: Scope }) {
  const { workbench } = useSession()
  const mayOpen = useMayOpen()
  if (!workbench) return null
  if (scope === 'company')
    return <EmptyState title="本企业暂无其他待办" hint="同事经办、您也可以处理的事项会出现在这里" />
  const { hint, links } = NEXT[workbench]
  const next = links.find(({ to }) => mayOpen(to))
  return <EmptyState title="暂无待办" hint={hint} action={next && <Link to={next.to}>{tr(next.label)}</Link>} />
}
