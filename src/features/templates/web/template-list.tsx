import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { templatePage } from '../contract/templates.ts'
import { KINDS, type TemplateKind } from '../rules/kinds.ts'
import { TemplateStatus } from '../rules/status.ts'
import { templateAddresses as at } from './addresses.ts'
import { useNewTemplate } from './new-template.tsx'
import { toneOf, useScopes, versionLabel } from './template-data.ts'
import { useTemplateAct } from './use-template-act.ts'
import './templates.css'

/** Templates of a kind: the own company's and the platform's presets. */
export function Screen({ kind }: { kind: TemplateKind }) {
  const { label, about } = KINDS[kind]
  const navigate = useNavigate()
  const scopes = useScopes(kind)
  const create = useNewTemplate(kind)
  const perform = useTemplateAct()
  const manyScopes = scopes.length > 1
  return (
    <ListScreen
      key={kind}
      title={label}
      endpoint={templatePage}
      fixed={{ params: { kind } }}
      rowKey={(r) => r.templateId}
      exportAs={label}
      tabs={{
        param: 'status',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...TemplateStatus.options.map((one) => ({ value: String(one.value), label: one.label })),
        ],
      }}
      filters={[
        { kind: 'text', name: 'keyword', label: '模板名称' },
        ...(manyScopes
          ? [
              {
                kind: 'select' as const,
                name: 'scope' as const,
                label: '适用范围',
                options: scopes.filter((s) => s.value !== ''),
              },
            ]
          : []),
        {
          kind: 'select',
          name: 'owner',
          label: '来源',
          options: [
            { value: 'own', label: '本单位' },
            { value: 'preset', label: '平台预置' },
          ],
        },
      ]}
      columns={[
        {
          key: 'name',
          title: '模板',
          value: (r) => r.name,
          render: (r) => (
            <MainCell
              title={r.name || '未命名'}
              code={r.isPreset ? '平台预置' : '本单位'}
              to={at.detail(kind, r.templateId)}
            />
          ),
        },
        ...(manyScopes
          ? [{ key: 'scope', title: '适用范围', width: 190, value: (r: { scopeLabel: string }) => r.scopeLabel }]
          : []),
        {
          key: 'status',
          title: '状态',
          width: 170,
          value: (r) => TemplateStatus.label(r.status),
          render: (r) => (
            <>
              <StatusTag label={TemplateStatus.label(r.status)} tone={toneOf(r.status)} />
              {r.isDefault && <span className="kb-chip kb-before-8">默认</span>}
              {r.hasChanges && r.versionNo > 0 && (
                <span className="kb-size-12 kb-before-8 kb-warn">有未发布的修改</span>
              )}
            </>
          ),
        },
        { key: 'version', title: '版本', width: 90, value: (r) => versionLabel(r.versionNo) },
        { key: 'uses', title: '使用（采购单）', kind: 'number', width: 120, value: (r) => r.uses },
        { key: 'updatedBy', title: '修改人', width: 110, value: (r) => r.updatedBy },
        { key: 'updatedAt', title: '修改时间', kind: 'time', width: 140, value: (r) => r.updatedAt },
      ]}
      rowActions={(r) =>
        r.actions
          .filter(({ action }) => action !== 'publish')
          .map((one) => ({
            label: one.label,
            danger: one.danger ?? false,
            ...(one.reason ? { reason: one.reason } : {}),
            ...(one.confirm ? { confirm: one.confirm } : {}),
            onClick: async () => {
              if (one.action === 'edit') return void navigate(at.edit(kind, r.templateId))
              if (one.action === 'copy') return create({ copyOf: r.templateId, name: r.name, scope: r.scope })
              await perform(r.templateId, one.action)
            },
          }))
      }
      primary={{ label: '新建模板', onClick: () => create() }}
      empty={{ title: `还没有${label}`, hint: `${about}。新建的模板自带一份可直接发布的样例` }}
    />
  )
}
