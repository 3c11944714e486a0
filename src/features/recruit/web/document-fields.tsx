import { Form, Input } from 'antd'
import { FileUpload } from '#web/kit/file-upload.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { DayInput } from '#web/kit/instant-input.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { isCertificate, REQUIRE_TYPES } from '../rules/kinds.ts'
import type { Category } from '../rules/order.ts'
import { KeptDocuments } from './kept-documents.tsx'

/** One document as the form holds it. */
export interface Handed {
  category: string
  document: string
  number: string
  validUntil: string | null
  files: FileRef[]
}

interface DocumentFieldsProps {
  wanted: readonly Category[]
  hasLicence: boolean
  id?: string
  value?: Handed[]
  onChange?: (documents: Handed[]) => void
}

/** What the chosen categories ask for, document by document; a field of a form. */
export function DocumentFields({ wanted, hasLicence, value = [], onChange }: DocumentFieldsProps) {
  const chosen = Form.useWatch<string[] | undefined>('categories') ?? []
  const shown = wanted.filter(({ key }) => chosen.includes(key))
  const isOf = (one: Handed, at: Pick<Handed, 'category' | 'document'>) =>
    one.category === at.category && one.document === at.document
  const set = (at: Pick<Handed, 'category' | 'document'>, part: Partial<Handed>) => {
    const before = value.find((one) => isOf(one, at)) ?? { ...at, number: '', validUntil: null, files: [] }
    onChange?.([...value.filter((one) => !isOf(one, at)), { ...before, ...part }])
  }
  if (shown.length === 0) return <p className="kb-muted">请先选择申请的品类</p>
  return (
    <div className="kb-stack kb-gap-16">
      {shown.map((category) => (
        <section key={category.key} className="kb-box" aria-label={category.name}>
          <h3>{category.name}</h3>
          {category.requirements !== '' && <p className="kb-hint kb-pre">{category.requirements}</p>}
          {category.documents.length === 0 && <p className="kb-muted">该品类无须提交材料</p>}
          {category.documents.map((document) => {
            const at = { category: category.key, document: document.key }
            const given = value.find((one) => isOf(one, at))
            const isCertified = document.requireType === 'licence' && hasLicence
            const kind = REQUIRE_TYPES[document.requireType]
            const need = isCertified ? '已由平台认证，可不上传' : document.required ? '必须提交' : '可不提交'
            return (
              <div key={document.key} className="kb-above-12">
                <Labelled label={document.name} hint={`${kind}，${need}`}>
                  {(id) => (
                    <>
                      <FileUpload
                        id={id}
                        use="recruit-apply"
                        label={`上传${document.name}`}
                        value={given?.files ?? []}
                        onChange={(files) => set(at, { files })}
                      />
                      <KeptDocuments
                        kind={document.name}
                        value={given?.files ?? []}
                        onChange={(files, taken) =>
                          set(at, {
                            files,
                            number: given?.number || taken.number,
                            validUntil: given?.validUntil ?? taken.validUntil,
                          })
                        }
                      />
                    </>
                  )}
                </Labelled>
                {isCertificate(document.requireType) && (
                  <div className="kb-halves kb-above-8">
                    <Labelled label={`${document.name}编号`}>
                      {(id) => (
                        <Input
                          id={id}
                          maxLength={60}
                          value={given?.number ?? ''}
                          onChange={(event) => set(at, { number: event.target.value })}
                        />
                      )}
                    </Labelled>
                    <Labelled label={`${document.name}有效期至`}>
                      {(id) => (
                        <DayInput
                          id={id}
                          value={given?.validUntil ?? null}
                          onChange={(day) => set(at, { validUntil: day ?? null })}
                        />
                      )}
                    </Labelled>
                  </div>
                )}
              </div>
            )
          })}
        </section>
      ))}
    </div>
  )
}
