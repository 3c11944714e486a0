import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { chargeConfigs, dropConfig, dropTemplate, publications, publishStandard } from '../contract/standard.ts'
import { Formula } from '../rules/enums.ts'
import { REFERENCE } from '../rules/presets.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { Lines, StandardView, type StandardLine } from './standard-view.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { useRule } from './use-rule.ts'

type Data = OutputOf<typeof chargeConfigs>
type Open = { config: Data['own'][number] | null } | { template: Data['templates'][number] | null }

/** What the company charges: lines, templates, publication; and what the platform charges it. */
export function Screen() {
  const query = useCall(chargeConfigs, {}, { fresh: 0 })
  const [open, setOpen] = useState<Open | null>(null)
  const drop = useAction(dropConfig, { success: '收费项目已删除' })
  const publish = usePublish()
  return (
    <DetailScreen query={query}>
      {(data) => {
        const mayEdit = data.mayEdit && data.pending === null
        const publicId = data.setter === 'admin' ? 'platform' : (data.subjectId ?? '')
        return {
          title: '收费设置',
          status: <StatusTag {...stateOf(data)} />,
          facts: data.published ? [`已公示第 ${data.published.no} 版`] : [],
          extra: data.setter !== 'supplier' && (
            <>
              {data.published && (
                <Button href={`/charge-openness/${publicId}`} target="_blank" rel="noopener">
                  查看收费公示
                </Button>
              )}
              {mayEdit && <Button onClick={() => setOpen({ config: null })}>新增收费项目</Button>}
              {mayEdit && (
                <PrimaryButton
                  label="公示"
                  onClick={() => void publish(data)}
                  {...(!data.isChanged && { disabled: '与已公示的标准一致' })}
                />
              )}
            </>
          ),
          notice: (
            <>
              {data.pending !== null && <Alert type="info" showIcon title={`“${data.pending}”正在审批，暂不能修改`} />}
              {data.findings.map((one) => (
                <Alert
                  key={one.path + one.message}
                  type={one.level === 'wrong' ? 'error' : 'warning'}
                  showIcon
                  title={one.message}
                />
              ))}
              {open && 'config' in open && (
                <ConfigDialog data={data} line={open.config} onClose={() => setOpen(null)} />
              )}
              {open && 'template' in open && <TemplateDialog template={open.template} onClose={() => setOpen(null)} />}
            </>
          ),
          sections: [
            data.setter !== 'supplier' && {
              key: 'own',
              title: '收费项目',
              content:
                data.own.length === 0 ? (
                  <EmptyState title="还没有收费项目" hint="添加收费项目并公示后，按其计费" />
                ) : (
                  <Lines
                    lines={data.own}
                    end={(line: StandardLine) =>
                      mayEdit && (
                        <span className="kb-row-actions">
                          <Button type="link" size="small" onClick={() => setOpen({ config: line })}>
                            修改
                          </Button>
                          <Button
                            type="link"
                            size="small"
                            danger
                            onClick={() => void drop.run({ params: { configId: line.configId } })}
                          >
                            删除
                          </Button>
                        </span>
                      )
                    }
                  />
                ),
            },
            data.setter !== 'supplier' && {
              key: 'templates',
              title: '收费模板',
              extra: mayEdit && <Button onClick={() => setOpen({ template: null })}>新建模板</Button>,
              content: <Templates data={data} mayEdit={mayEdit} onEdit={(template) => setOpen({ template })} />,
            },
            data.charged && {
              key: 'charged',
              title: '平台向本单位收取',
              content: <StandardView standard={data.charged} />,
            },
            data.published && { key: 'history', title: '公示记录', content: <History /> },
          ],
        }
      }}
    </DetailScreen>
  )
}

function stateOf({ published, isChanged, pending }: Data) {
  if (pending !== null) return { label: '审批中', tone: 'active' as const }
  if (!published) return { label: '未公示', tone: 'neutral' as const }
  return isChanged
    ? { label: '有未公示的修改', tone: 'warning' as const }
    : { label: '已公示', tone: 'success' as const }
}

function usePublish() {
  const act = useAction(publishStandard, { success: toldOf('收费标准已公示') })
  const rule = useRule('standard')
  return async ({ findings }: Data) => {
    const warnings = findings.filter(({ level }) => level === 'warning').map(({ message }) => message)
    const content = ['公示后立即生效，此后发布的采购按新标准计费。', ...warnings].join('\n')
    await confirmStep({ title: '公示收费标准？', content, okText: '公示' }, await rule(), (approval) =>
      act.run({ body: { acceptWarnings: warnings.length > 0, ...approval } }),
    )
  }
}

function Templates({
  data,
  mayEdit,
  onEdit,
}: {
  data: Data
  mayEdit: boolean
  onEdit: (template: Data['templates'][number]) => void
}) {
  const drop = useAction(dropTemplate, { success: '模板已删除' })
  return (
    <DataTable
      label="收费模板"
      rows={data.templates}
      rowKey={(row) => row.templateId}
      columns={[
        { key: 'name', title: '名称', value: (row) => row.name },
        { key: 'formula', title: '公式', width: 140, value: (row) => Formula.label(row.terms.formula) },
        {
          key: 'state',
          title: '检查',
          render: (row) =>
            row.isReference ? (
              <StatusTag label={REFERENCE} tone="warning" />
            ) : row.findings.length > 0 ? (
              row.findings.map(({ message }) => message).join('；')
            ) : (
              '可用'
            ),
        },
      ]}
      renderEnd={(row) =>
        row.isOwn &&
        mayEdit && (
          <span className="kb-row-actions">
            <Button type="link" size="small" onClick={() => onEdit(row)}>
              修改
            </Button>
            <Button
              type="link"
              size="small"
              danger
              onClick={() => void drop.run({ params: { templateId: row.templateId } })}
            >
              删除
            </Button>
          </span>
        )
      }
    />
  )
}

function History() {
  const { data = [] } = useCall(publications)
  return (
    <>
      {data.map((standard) => (
        <details key={standard.publicationId} className="kb-above-8">
          <summary>
            第 {standard.no} 版，共 {standard.lines.length} 项
          </summary>
          <StandardView standard={standard} />
        </details>
      ))}
    </>
  )
}
