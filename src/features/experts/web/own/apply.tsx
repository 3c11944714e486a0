import { DataTable } from '#web/kit/data-table.tsx'
import type { FormSection } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { majorTree } from '../../contract.ts'
import { applyAsExpert, ownApplications } from '../../contract-audit.ts'
import { AuditStatus } from '../../rules/enums.ts'
import { AUDIT_TONES } from '../audit/application-list.tsx'
import { bodyOf, type ExpertValues, majorOptions, sectionsOf } from '../fields.ts'

const PLATFORM = 'platform'
type Values = ExpertValues & { library: string; statement?: string }

/** Applying for a library oneself, and what became of it. */
export function Screen() {
  const own = useCall(ownApplications, {}, { fresh: 0 })
  const majors = useCall(majorTree)
  const apply = useAction(applyAsExpert, { success: '已提交，请等待审核' })
  return (
    <WhenLoaded query={own}>
      {({ rows, libraries, mobile, name }) => (
        <WhenLoaded query={majors}>
          {(tree) => {
            const aim: FormSection = {
              title: '申请',
              fields: [
                {
                  kind: 'select',
                  name: 'library',
                  label: '申请进入',
                  required: true,
                  searchable: true,
                  options: libraries.map((one) => ({
                    value: one.companyId ?? PLATFORM,
                    label: one.companyId === null ? one.name : `${one.name}专家库`,
                  })),
                },
                { kind: 'area', name: 'statement', label: '申请说明', rows: 3 },
              ],
            }
            return (
              <>
                <FormScreen<Values>
                  key={rows.length}
                  title="申请成为评审专家"
                  facts={[`账号手机号码 ${mobile}`, '审核通过后可进入专家工作台']}
                  draft="experts.apply"
                  initial={{ kind: 'technical', library: PLATFORM, name }}
                  sections={[aim, ...sectionsOf({ isNew: false, majors: majorOptions(tree) })]}
                  submit={{
                    label: '提交申请',
                    run: (values) =>
                      apply.run({
                        body: {
                          ...bodyOf(values),
                          companyId: values.library === PLATFORM ? null : values.library,
                          statement: values.statement ?? '',
                        },
                      }),
                  }}
                />
                {rows.length > 0 && (
                  <section className="kb-section">
                    <h2>我的申请</h2>
                    <DataTable
                      label="我的申请"
                      rows={rows}
                      rowKey={(row) => row.applicationId}
                      columns={[
                        { key: 'library', title: '申请进入', value: (row) => row.libraryName || '平台专家库' },
                        { key: 'at', title: '申请时间', kind: 'time', width: 140, value: (row) => row.appliedAt },
                        {
                          key: 'status',
                          title: '状态',
                          width: 100,
                          value: (row) => AuditStatus.label(row.status),
                          render: (row) => (
                            <StatusTag
                              label={AuditStatus.label(row.status)}
                              tone={AUDIT_TONES[row.status] ?? 'neutral'}
                            />
                          ),
                        },
                        { key: 'reason', title: '审核意见', value: (row) => row.reason },
                      ]}
                    />
                  </section>
                )}
              </>
            )
          }}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}
