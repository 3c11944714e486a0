import { Button, Switch } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { ask, toast } from '#web/feedback.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { approvalTree } from '../../contract/businesses.ts'
import { definitionPage, setDefinitionStatus } from '../../contract/definitions.ts'
import { EnableStatus } from '../../rules/enums.ts'
import { designAddress } from '../addresses.ts'
import { BusinessTree } from './business-tree.tsx'
import '../workflow.css'

type Row = OutputOf<typeof definitionPage>['rows'][number]

/** Definitions by business and step: which is in force, and turning approval on and off per step. */
export function Screen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const tree = useCall(approvalTree)
  const first = tree.data?.[0]?.type ?? ''
  const type = search.get('type') ?? ''
  const node = search.get('node') ?? ''
  const setStatus = useDefinitionStatus()
  const business = tree.data?.find((one) => one.type === (type || first))
  const step = business?.nodes.find((one) => one.node === node)
  const title = step ? `${step.label}审批` : business && type ? `${business.label}（全部步骤）` : '审批流程'
  return (
    <div className="wf-split kb-row kb-gap-24 kb-start">
      <BusinessTree query={tree} type={type} node={node} />
      <div className="wf-split-main kb-grow">
        <ListScreen
          key={`${type}.${node}`}
          title={title}
          endpoint={definitionPage}
          fixed={{ query: { type, node } }}
          rowKey={(r) => r.definitionId}
          filters={[
            { kind: 'text', name: 'keyword', label: '流程名称' },
            { kind: 'select', name: 'status', label: '状态', options: EnableStatus.options },
          ]}
          columns={[
            {
              key: 'name',
              title: '流程',
              value: (r) => r.name,
              render: (r) => (
                <MainCell
                  title={r.name}
                  code={r.node === '' ? `${r.typeLabel}（全部步骤）` : `${r.typeLabel} · ${r.nodeLabel}`}
                  to={designAddress(r.definitionId)}
                />
              ),
            },
            {
              key: 'scope',
              title: '范围',
              width: 100,
              value: (r) => (r.scope === 'tenant' ? '平台默认' : '本单位'),
            },
            { key: 'version', title: '版本', width: 90, value: (r) => `第 ${r.version} 版` },
            { key: 'running', title: '审批中', kind: 'number', width: 80, value: (r) => r.running },
            { key: 'updatedBy', title: '修改人', width: 100, value: (r) => r.updatedBy },
            { key: 'updatedAt', title: '修改时间', kind: 'time', width: 130, value: (r) => r.updatedAt },
            {
              key: 'status',
              title: '状态',
              width: 110,
              value: (r) => EnableStatus.label(r.status),
              render: (r) => <StatusSwitch row={r} onSwitch={setStatus} />,
            },
          ]}
          rowActions={(r) =>
            r.mayEdit
              ? [{ label: '设计', to: designAddress(r.definitionId) }]
              : [
                  { label: '查看', to: designAddress(r.definitionId) },
                  { label: '复制', to: `${designAddress()}?from=${r.definitionId}` },
                ]
          }
          primary={{
            label: '新建流程',
            to: `${designAddress()}?type=${type || first}&node=${node}`,
            ...(first === '' ? { disabled: '没有可审批的业务' } : {}),
          }}
          empty={{
            title: step ? `${step.label}尚无审批流程` : '还没有审批流程',
            hint: '没有启用的流程时，该步骤提交后立即生效，不经审批',
            action: (
              <Button onClick={() => void navigate(`${designAddress()}?type=${type || first}&node=${node}`)}>
                设计流程
              </Button>
            ),
          }}
        />
      </div>
    </div>
  )
}

function StatusSwitch({ row, onSwitch }: { row: Row; onSwitch: (row: Row) => void }) {
  const enabled = row.status === EnableStatus.values.enabled
  if (!row.mayEdit) return <StatusTag label={EnableStatus.label(row.status)} tone={enabled ? 'success' : 'neutral'} />
  return (
    <span className="kb-row kb-below-12">
      <Switch
        size="small"
        checked={enabled}
        aria-label={`${row.name}：${EnableStatus.label(row.status)}`}
        onChange={() => onSwitch(row)}
      />
      {EnableStatus.label(row.status)}
    </span>
  )
}

/** Enables or forbids; what stands against enabling is shown where it can be mended, in the drawing. */
function useDefinitionStatus(): (row: Row) => void {
  const navigate = useNavigate()
  const change = useAction(setDefinitionStatus, {
    quiet: true,
  })
  return async (row) => {
    const { enabled, forbidden } = EnableStatus.values
    const status = row.status === enabled ? forbidden : enabled
    const content =
      status === enabled
        ? '启用后，新提交的业务须按此流程审批；同一步骤原来启用的流程同时停用。'
        : '停用后，新提交的业务不再按此流程审批；审批中的继续按原流程进行。'
    const title = `${EnableStatus.label(status)}流程：${row.name}`
    if (!(await ask({ title, content, danger: status === forbidden }))) return
    const outcome = await change.run({ params: { id: row.definitionId }, body: { status } })
    if (outcome.ok) {
      const { replaced, warnings } = outcome.data
      toast.success(replaced ? `已启用，原流程“${replaced}”已停用` : `已${EnableStatus.label(status)}`)
      const text = warnings.map((one) => one.message).join('；')
      if (text !== '' && (await ask({ title: '流程已启用，请核对', content: text, okText: '去查看', cautious: true })))
        void navigate(designAddress(row.definitionId))
    } else if (outcome.error.code === ERRORS.invalid.code) {
      const problems = (outcome.error.details ?? []) as { message: string }[]
      const text = problems.map((one) => one.message).join('；')
      if (await ask({ title: '还不能启用', content: text || outcome.error.message, okText: '去修改' })) {
        void navigate(designAddress(row.definitionId))
      }
    } else if (!outcome.error.handled) toast.error(outcome.error.message)
  }
}
