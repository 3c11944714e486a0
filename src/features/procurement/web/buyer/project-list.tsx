import { NavLink } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { deleteProject, projectPage } from '../../contract/project.ts'
import { CATEGORIES } from '../../rules/enums.ts'
import { LISTED_FAMILIES, METHODS, methodsAmong, USUAL } from '../../methods/all.ts'
import type { Family } from '../../methods/family.ts'
import { useBuyer } from './use-buyer.ts'
import { usePurchasers } from './use-purchasers.ts'

interface ProjectListProps {
  /** Only those with orders under the methods of a family. */
  family?: Family
}

/** Projects of the own company: what is to be bought, before and beside the orders that buy it. */
export function Screen({ family }: ProjectListProps) {
  const purchasers = usePurchasers()
  const methods = family ? methodsAmong(family) : METHODS
  const at = useBuyer()
  const remove = useAction(deleteProject, { success: '已删除' })
  const other = at.side === 'purchaser' ? '代理机构' : '采购人'
  return (
    <ListScreen
      title={family ? `${family.list}项目` : '采购项目'}
      endpoint={projectPage}
      fixed={{ query: { family: family?.name } }}
      rowKey={(row) => row.projectId}
      exportAs="采购项目"
      filters={[
        { kind: 'text', name: 'keyword', label: '项目名称或编号' },
        { kind: 'select', name: 'category', label: '类别', options: CATEGORY_OPTIONS },
        ...(methods.length > 1
          ? [
              {
                kind: 'select' as const,
                name: 'method' as const,
                label: '采购方式',
                options: methods.map(({ code, name }) => ({ value: String(code), label: name })),
              },
            ]
          : []),
        ...(at.side === 'agency'
          ? [{ kind: 'select' as const, name: 'purchaserCompanyId' as const, label: '采购人', options: purchasers }]
          : []),
      ]}
      columns={[
        {
          key: 'name',
          title: '项目',
          value: (row) => (row.isSupplement ? `【补录】${row.name}` : row.name),
          render: (row) => (
            <MainCell
              code={row.code}
              title={row.name}
              to={at.project(row.projectId)}
              extra={row.isSupplement && <StatusTag label="补录" tone="warning" />}
            />
          ),
        },
        { key: 'category', title: '类别', width: 72, value: (row) => CATEGORIES[row.category] },
        { key: 'budget', title: '预算（元）', kind: 'amount', width: 150, value: (row) => row.budget },
        {
          key: 'other',
          title: other,
          width: 180,
          value: (row) => (at.side === 'purchaser' ? row.agencyName : row.purchaserName),
        },
        { key: 'items', title: '清单行', kind: 'number', width: 80, value: (row) => row.items },
        { key: 'orders', title: '标段', kind: 'number', width: 64, value: (row) => row.orders },
        { key: 'created', title: '创建时间', kind: 'time', width: 120, value: (row) => row.createdAt },
      ]}
      rowActions={(row) => [
        { label: '发起招标', to: at.form({ projectId: row.projectId }) },
        { label: '编辑', to: at.projectForm(row.projectId) },
        {
          label: '删除',
          danger: true,
          confirm: `确认删除项目“${row.name}”？`,
          ...(row.orders > 0 ? { reason: '项目已有标段或采购单，不能删除' } : {}),
          onClick: () => remove.run({ params: { projectId: row.projectId } }),
        },
      ]}
      primary={{ label: '新建项目', to: at.projectForm() }}
      empty={{ title: '还没有采购项目', hint: '登记项目和采购清单后，即可发起采购' }}
    >
      {at.side === 'agency' && <FamilyLinks />}
    </ListScreen>
  )
}

/** The agency's lists by method: all projects first. */
function FamilyLinks() {
  return (
    <nav className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule" aria-label="采购方式">
      {LISTED_FAMILIES.map((family) => (
        <NavLink key={family.name} to={`/agency/project/${family.name}/list`}>
          {family === USUAL.family ? '全部项目' : family.list}
        </NavLink>
      ))}
    </nav>
  )
}

export const CATEGORY_OPTIONS = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))
