import { Alert, Button } from 'antd'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { type AuditDetail, latestAudit, submitAudit } from '../contract/certification.ts'
import { businessInfo } from '../contract/company.ts'
import { AuditStatus } from '../rules/enums.ts'
import { AuditWaiting } from './audit-waiting.tsx'
import { certificateSections } from './certificate-fields.tsx'
import { bodyOf, type CertificateValues, schemaFor, valuesOf } from './certificate-values.ts'
import { CERTIFICATE } from './words.ts'

/** Certification of a company that is not here yet; with `:edit` a change of the one entered. */
export function Screen() {
  const { edit } = useParams()
  return edit ? <Change /> : <Certification />
}

function Certification() {
  const [search] = useSearchParams()
  const query = useCall(latestAudit, { query: { of: 'person' } }, { fresh: 0 })
  const { person } = useSession()
  const another = search.has('another')
  return (
    <WhenLoaded query={query}>
      {(latest) => {
        if (latest?.status === 0 && !another) return <AuditWaiting audit={latest} />
        const returned = latest && latest.status >= 2 && !another ? latest : null
        return (
          <CertificateForm
            key={returned?.auditId ?? 'new'}
            title="企业认证"
            draft={`enterprise.certificate.${returned?.auditId ?? 'new'}`}
            companyId={null}
            returned={returned}
            initial={
              returned
                ? valuesOf(returned)
                : {
                    companyType: 1,
                    workbenches: [],
                    contactName: person?.nickname ?? '',
                    contactMobile: person?.mobile ?? '',
                  }
            }
            back={{ label: '选择企业', to: '/select-company' }}
            done={CERTIFICATE}
          />
        )
      }}
    </WhenLoaded>
  )
}

function Change() {
  const { employee } = useSession()
  const companyId = employee?.company?.companyId ?? null
  if (companyId === null) return <EmptyState title="请先进入企业" hint="信息变更须由企业管理员在企业内提交" />
  if (!employee?.isAdmin) return <EmptyState title="只有企业管理员可以变更认证信息" hint="请联系本企业管理员" />
  return <ChangeOf companyId={companyId} />
}

function ChangeOf({ companyId }: { companyId: string }) {
  const audit = useCall(latestAudit, { query: { of: 'company' } }, { fresh: 0 })
  const facts = useCall(businessInfo)
  return (
    <WhenLoaded query={audit}>
      {(latest) => {
        if (latest?.status === 0) return <AuditWaiting audit={latest} />
        const returned = latest && latest.status >= 2 ? latest : null
        return (
          <WhenLoaded query={facts}>
            {(inForce) => (
              <CertificateForm
                key={latest?.auditId ?? 'first'}
                title="变更认证信息"
                draft={`enterprise.change.${companyId}.${latest?.auditId ?? 'first'}`}
                companyId={companyId}
                returned={returned}
                initial={
                  returned
                    ? valuesOf(returned)
                    : {
                        ...(latest ? valuesOf(latest) : {}),
                        ...inForce,
                        // What is in force is shown masked; the whole number is in the company's own application.
                        identityNumber: latest?.content.identityNumber ?? '',
                      }
                }
                back={{ label: '认证信息', to: '/enterprise/certificate/info' }}
                done="/enterprise/certificate/process"
              />
            )}
          </WhenLoaded>
        )
      }}
    </WhenLoaded>
  )
}

const WITHDRAWN = AuditStatus.values.withdrawn

interface FormProps {
  title: string
  draft: string
  companyId: string | null
  returned: AuditDetail | null
  initial: CertificateValues
  back: { label: string; to: string }
  done: string
}

function CertificateForm({ title, draft, companyId, returned, initial, back, done }: FormProps) {
  const navigate = useNavigate()
  const submit = useAction(submitAudit, { success: '申请已提交，请等待审核' })
  const isChange = companyId !== null
  return (
    <FormScreen<CertificateValues>
      title={title}
      facts={[isChange ? '审核通过前，原信息继续有效' : '提交后由平台审核，一般在一个工作日内完成']}
      back={back}
      draft={draft}
      initial={initial}
      sections={[
        ...(returned
          ? [
              {
                content: (
                  <Alert
                    type={returned.status === WITHDRAWN ? 'info' : 'error'}
                    showIcon
                    title={returned.status === WITHDRAWN ? '上次申请已撤回' : '上次申请被驳回'}
                    description={
                      returned.status === WITHDRAWN
                        ? '内容已带入，可修改后重新提交。'
                        : `原因：${returned.reason}。请修改后重新提交。`
                    }
                    action={
                      !isChange && (
                        <Button size="small" onClick={() => void navigate(`${CERTIFICATE}?another=1`)}>
                          认证其他企业
                        </Button>
                      )
                    }
                  />
                ),
              },
            ]
          : []),
        ...certificateSections({ isChange }),
      ]}
      schema={schemaFor(companyId)}
      submit={{
        label: '提交审核',
        confirm: '提交后进入平台审核，审核期间不能修改。',
        run: (values) => submit.run({ body: bodyOf(values, companyId) }),
      }}
      onDone={() => void navigate(done, { replace: true })}
    />
  )
}
