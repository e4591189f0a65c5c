/** The search over everything that a role may open. */
export const search = {
  title: 'Search',
  placeholder: 'Name, pinyin initials, class, page…',
  pages: 'Pages',
  acts: 'Actions',
  recent: 'Opened just now',
  hint: 'Type two characters, or the pinyin initials of a name: “{{example}}” finds 徐梓阳.',
  none: 'Nothing found for “{{text}}”. Try two other characters, or pinyin initials.',
  searching: 'Searching…',
  locked: 'Needs a second proof',
  failed: 'Search in “{{title}}”',
  keys: '↑↓ select · Enter open · Esc close',
};
