import { Button } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { openFile } from '#web/export.ts'
import { DocumentView } from '#web/kit/document-view.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import type { AuditDetail } from '../contract/certification.ts'
import { rulesOf } from '../rules/company-types.ts'
import { CompanyType } from '#contract/company-type.ts'
import { workbenchNames } from './words.ts'
import './enterprise.css'

/** Everything an application says, in the order of the form. */
export function AuditFacts({ content, columns = 2 }: { content: AuditDetail['content']; columns?: 1 | 2 }) {
  const rules = rulesOf(content.companyType)
  const isPerson = content.companyType === 4
  return (
    <FieldList
      columns={columns}
      items={[
        { label: '企业类型', value: CompanyType.label(content.companyType) },
        { label: rules.nameLabel, value: content.companyName },
        !isPerson && { label: '信用代码', value: content.socialCreditCode },
        !isPerson && { label: rules.personLabel, value: content.legalPerson },
        { label: '身份证号码', value: content.identityNumber },
        !isPerson && { label: '注册地址', value: content.registeredAddress },
        !isPerson && {
          label: '注册资本',
          value: content.registeredCapital && `${formatAmount(content.registeredCapital)} 元`,
        },
        !isPerson && { label: '成立日期', value: content.establishedOn },
        content.workbenches.length > 0 && { label: '申请的工作台', value: workbenchNames(content.workbenches) },
        { label: '联系人', value: `${content.contactName} ${content.contactMobile}` },
        { label: '邮箱', value: content.contactEmail },
        !isPerson && { label: '经营范围', value: content.businessScope, wide: true },
      ]}
    />
  )
}

/** What an application changes: before, and after. */
export function Changes({ changes }: { changes: AuditDetail['changes'] }) {
  return (
    <ul className="ent-changes kb-size-13">
      {changes.map(({ fact, label, from, to }) => (
        <li key={fact}>
          <dfn>{label}</dfn>
          <span>
            <del className="kb-muted">{shown(fact, from)}</del> → <ins>{shown(fact, to)}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface DocumentsProps {
  audit: Pick<AuditDetail, 'auditId' | 'companyType' | 'documents'>
  /** Which call gives a document: the applicant's or the platform's. */
  endpoint: Endpoint
}

/** The documents by what they prove, one of them open beside. */
export function AuditDocuments({ audit, endpoint }: DocumentsProps) {
  const { auditId, companyType, documents } = audit
  const demands = rulesOf(companyType).documents
  const inOrder = demands.flatMap(({ kind }) => documents.filter((file) => file.kind === kind))
  const [chosen, setChosen] = useState(inOrder[0]?.fileId)
  const open = inOrder.find((file) => file.fileId === chosen) ?? inOrder[0]
  const inputOf = (fileId: string) => ({ params: { auditId, fileId } })
  return (
    <div className="kb-split">
      <ul aria-label="证明资料">
        {demands.map(({ kind, label, required }) => {
          const files = documents.filter((file) => file.kind === kind)
          return (
            <li key={kind} className="kb-size-13 kb-below-12">
              <span className="kb-note kb-block">{label}</span>
              {files.length === 0 && (
                <span className={required ? 'kb-bad' : 'kb-muted'}>{required ? '缺少' : '未提交'}</span>
              )}
              {files.map((file) => (
                <button
                  key={file.fileId}
                  type="button"
                  className="kb-pick"
                  aria-pressed={file === open}
                  onClick={() => setChosen(file.fileId)}
                >
                  {file.name} <span className="kb-muted">{formatSize(file.size)}</span>
                </button>
              ))}
            </li>
          )
        })}
      </ul>
      <div>
        {open ? (
          <>
            <p className="kb-flex kb-gap-12 kb-between kb-below-8 kb-break">
              <span>
                <b>{open.name}</b> <Fingerprint hex={open.sha256} />
              </span>
              <Button size="small" onClick={() => void openFile(endpoint, inputOf(open.fileId))}>
                新窗口打开
              </Button>
            </p>
            <DocumentView endpoint={endpoint} input={inputOf(open.fileId)} name={open.name} />
          </>
        ) : (
          <EmptyState title="未提交资料" />
        )}
      </div>
    </div>
  )
}

function shown(fact: string, value: string): string {
  if (value === '') return '（空）'
  if (fact === 'companyType') return CompanyType.label(Number(value))
  return fact === 'registeredCapital' ? formatAmount(value) : value
}
