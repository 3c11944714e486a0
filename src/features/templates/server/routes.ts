import type { Feature } from '#server/feature.ts'
import { implementFile, implementForPerson } from '#server/implement.ts'
import * as categories from '../contract/categories.ts'
import * as choices from '../contract/choices.ts'
import * as c from '../contract/templates.ts'
import { KEEPER_RIGHTS, USER_RIGHTS } from '../rules/kinds.ts'
import { addCategory, deleteCategory, listCategories, sortCategories, updateCategory } from './categories.ts'
import { checkTemplates } from './check.ts'
import { choiceOf, choose, usable, usableOne } from './choices.ts'
import { act, create, publish, remove, save } from './keeping.ts'
import { listTemplates, templateWhole } from './listing.ts'
import { showPicture, uploads } from './pictures.ts'
import { preview } from './preview.ts'
import { readVersion, sheetOf } from './reading.ts'
import { listUses } from './uses.ts'

const BENCHES = ['purchaser', 'agency', 'admin'] as const
/** Which kind may be kept by which right is decided per kind: `demandKeeper`. */
const KEEPER = { workbench: BENCHES, right: [...new Set(Object.values(KEEPER_RIGHTS).flat()), 'platform'] } as const
const READER = { workbench: BENCHES, right: [...USER_RIGHTS, 'platform'] } as const
const CATEGORY_KEEPER = { workbench: BENCHES, right: [...KEEPER_RIGHTS['demands-parameter'], 'platform'] } as const
const BUYER = { workbench: ['purchaser', 'agency'], right: ['tendering', 'agencyTendering'] } as const

/** Templates of seven kinds, and the categories of demands. */
export const templates: Feature = {
  name: 'templates',
  files: {
    'template.draft': 'document',
    'template_version.content': 'document',
    'commitment_acceptance.text': 'document',
  },
  routes: [
    implementForPerson(c.templatePage, KEEPER, (ctx, { params, query }) => listTemplates(ctx, params.kind, query)),
    implementForPerson(c.createTemplate, KEEPER, (ctx, { params, body }) => create(ctx, params.kind, body)),
    implementForPerson(c.templateDetail, KEEPER, (ctx, { params }) => templateWhole(ctx, params.templateId)),
    implementForPerson(c.saveDraft, KEEPER, (ctx, { params, body }) => save(ctx, params.templateId, body)),
    implementForPerson(c.publishTemplate, KEEPER, (ctx, { params, body }) => publish(ctx, params.templateId, body)),
    implementForPerson(c.actOnTemplate, KEEPER, (ctx, { params, body }) => act(ctx, params.templateId, body)),
    implementForPerson(c.deleteTemplate, KEEPER, (ctx, { params }) => remove(ctx, params.templateId)),
    implementForPerson(c.templateVersion, KEEPER, (ctx, { params }) => readVersion(ctx, params.versionId)),
    implementForPerson(c.templateUses, KEEPER, (ctx, { params, query }) => listUses(ctx, params.templateId, query)),
    implementForPerson(c.previewTemplate, { ...KEEPER, readOnly: true }, (ctx, { params, body }) =>
      preview(ctx, params.kind, body),
    ),
    implementFile(c.materialSheet, { ...READER, audience: 'person' }, (ctx, { params }) =>
      sheetOf(ctx, params.versionId),
    ),
    // Shown by the page itself, which names no workbench.
    implementFile(c.templatePicture, { audience: 'person' }, (ctx, { params }) => showPicture(ctx, params.fileId)),

    implementForPerson(choices.usableTemplates, READER, (ctx, { params, query }) =>
      usable(ctx, params.kind, query.scope),
    ),
    implementForPerson(choices.usableTemplate, READER, (ctx, { params }) => usableOne(ctx, params.versionId)),
    implementForPerson(choices.orderChoice, BUYER, (ctx, { params }) => choiceOf(ctx, params)),
    implementForPerson(choices.chooseForOrder, BUYER, (ctx, { params, body }) => choose(ctx, params, body.versionId)),

    implementForPerson(categories.demandCategories, READER, (ctx) => listCategories(ctx)),
    implementForPerson(categories.addDemandCategory, CATEGORY_KEEPER, (ctx, { body }) => addCategory(ctx, body)),
    implementForPerson(categories.sortDemandCategories, CATEGORY_KEEPER, (ctx, { body }) => sortCategories(ctx, body)),
    implementForPerson(categories.updateDemandCategory, CATEGORY_KEEPER, (ctx, { params, body }) =>
      updateCategory(ctx, params.categoryId, body),
    ),
    implementForPerson(categories.deleteDemandCategory, CATEGORY_KEEPER, (ctx, { params }) =>
      deleteCategory(ctx, params.categoryId),
    ),
  ],
  uploads,
  check: checkTemplates,
}
