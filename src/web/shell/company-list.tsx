import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { tr } from '../kit/labels.ts'
import { EmptyState, Skeleton } from '../kit/states.tsx'
import { toast } from '../feedback.ts'
import { enterCompany, joinedCompanies } from '../platform.ts'
import { useAction, useCall } from '../use-call.ts'
import { useFeatures } from './feature-tables.ts'
import { screenAt } from './guard.ts'

const ADD_COMPANY = '/home/enterprise-certificate'

/** The companies of a person; entering one leads through the blank page, so that everything starts anew. */
export function CompanyList({ backTo }: { backTo: string }) {
  const navigate = useNavigate()
  const { tableOf } = useFeatures()
  const companies = useCall(joinedCompanies, {}, { fresh: 0 })
  const enter = useAction(enterCompany, {
    quiet: true,
    onDone: () => void navigate(`/blank-page?to=${encodeURIComponent(backTo)}`, { replace: true }),
  })
  const choose = async (company: { companyId: string; disabled: boolean }) => {
    if (company.disabled) return toast.warning('当前企业已被禁用，请选择其他企业')
    const outcome = await enter.run({ body: { companyId: company.companyId } })
    if (!outcome.ok && !outcome.error.handled) toast.error(outcome.error.message || '登录企业失败，请稍后重试')
  }
  const add = screenAt(tableOf(null), ADD_COMPANY) && (
    <Button onClick={() => void navigate(ADD_COMPANY)}>{tr('添加企业')}</Button>
  )
  if (companies.error) {
    return (
      <EmptyState
        title="获取已加入企业失败，请稍后重试"
        action={<Button onClick={() => void companies.refetch()}>{tr('重试')}</Button>}
      />
    )
  }
  if (!companies.data) return <Skeleton lines={4} />
  if (companies.data.length === 0)
    return (
      <EmptyState title="您还没有加入企业" hint="可以认证新企业，或请企业管理员将您的手机号加入员工名单" action={add} />
    )
  return (
    <>
      <ul className="kb-below-12">
        {companies.data.map((company) => {
          const disabled = company.companyStatus === 0 || company.employeeStatus === 0
          return (
            <li key={company.companyId}>
              <button
                type="button"
                className={disabled ? 'kb-company kb-company-disabled' : 'kb-company'}
                onClick={() => void choose({ companyId: company.companyId, disabled })}
              >
                <span>{company.companyName}</span>
                <span className="kb-muted">{disabled ? tr('已禁用') : company.isCurrent ? tr('当前') : ''}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {add}
    </>
  )
}
