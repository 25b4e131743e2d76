/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nv-xbe disc: an XDVDFS image out of a folder. */
#include "tools/nv-xbe/nv-xbe.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "tools/command.h"

#define SECTOR 2048u
#define FIRST_FREE 33u          /* behind the volume descriptor */
#define ENTRY_SIZE 14u
#define MAX_DEPTH 32
#define MAX_TABLE 0x40000u      /* links are 16 bits, of dwords */

typedef struct Node {
    char *name, *path;
    GPtrArray *children;        /* of a folder, sorted; else NULL */
    uint64_t size;              /* bytes; of a folder's table */
    uint32_t sector;
    uint32_t at;                /* of its entry in the folder's table */
    uint8_t *table;
} Node;

static void node_free(gpointer p)
{
    Node *n = p;

    g_free(n->name);
    g_free(n->path);
    g_free(n->table);
    g_clear_pointer(&n->children, g_ptr_array_unref);
    g_free(n);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Node, node_free)

static int by_name(gconstpointer a, gconstpointer b)
{
    const Node *one = *(Node *const *)a, *two = *(Node *const *)b;
    g_autofree char *x = g_ascii_strup(one->name, -1);
    g_autofree char *y = g_ascii_strup(two->name, -1);

    return strcmp(x, y);
}

/* --- reading the folder --- */

static bool fail(GError **error, const char *path, const char *why)
{
    g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\": %s", path, why);
    return false;
}

static bool read_node(Node *n, unsigned depth, GError **error);

static bool read_folder(Node *n, unsigned depth, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(n->path, 0, error);
    const char *name;

    if (!dir) {
        return false;
    }
    if (depth > MAX_DEPTH) {
        return fail(error, n->path, "folders are more than 32 deep");
    }
    n->children = g_ptr_array_new_with_free_func(node_free);
    while ((name = g_dir_read_name(dir))) {
        Node *child = g_new0(Node, 1);

        child->name = g_strdup(name);
        child->path = g_build_filename(n->path, name, NULL);
        g_ptr_array_add(n->children, child);
        if (!read_node(child, depth + 1, error)) {
            return false;
        }
    }
    g_ptr_array_sort(n->children, by_name);
    for (unsigned i = 1; i < n->children->len; i++) {
        if (!by_name(&n->children->pdata[i - 1], &n->children->pdata[i])) {
            return fail(error, ((Node *)n->children->pdata[i])->path,
                        "on a disc, names differ by more than case");
        }
    }
    return true;
}

static bool read_node(Node *n, unsigned depth, GError **error)
{
    GStatBuf st;

    if (g_stat(n->path, &st)) {
        return fail(error, n->path, g_strerror(errno));
    }
    if (S_ISDIR(st.st_mode)) {
        return read_folder(n, depth, error);
    }
    if (!S_ISREG(st.st_mode)) {
        return fail(error, n->path, "it is no regular file");
    }
    if (st.st_size > UINT32_MAX) {
        return fail(error, n->path, "a file on a disc is below 4 GiB");
    }
    n->size = st.st_size;
    return true;
}

/* --- tables --- */

static uint32_t entry_size(const Node *n)
{
    return (ENTRY_SIZE + strlen(n->name) + 3) & ~3u;
}

/* The middle of [from, to) is the top of their tree, and comes first. */
static uint32_t place(const GPtrArray *nodes, unsigned from, unsigned to,
                      uint32_t at)
{
    unsigned middle = from + (to - from) / 2;
    Node *n;

    if (from == to) {
        return at;
    }
    n = nodes->pdata[middle];
    if (at % SECTOR + entry_size(n) > SECTOR) {
        at = (at + SECTOR - 1) / SECTOR * SECTOR;
    }
    n->at = at;
    at = place(nodes, from, middle, at + entry_size(n));
    return place(nodes, middle + 1, to, at);
}

static bool place_tables(Node *n, GError **error)
{
    uint32_t end = place(n->children, 0, n->children->len, 0);

    if (end > MAX_TABLE) {
        return fail(error, n->path, "it has too many files for one folder of "
                    "a disc");
    }
    n->size = MAX((end + SECTOR - 1) / SECTOR, 1) * SECTOR;
    for (unsigned i = 0; i < n->children->len; i++) {
        Node *child = n->children->pdata[i];

        if (child->children && !place_tables(child, error)) {
            return false;
        }
    }
    return true;
}

/* Tables of all folders first, then the files: @pass 0 and 1. */
static uint64_t place_sectors(Node *n, int pass, uint64_t sector)
{
    if (pass ? !n->children : !!n->children) {
        n->sector = n->size ? sector : 0;
        sector += (n->size + SECTOR - 1) / SECTOR;
    }
    for (unsigned i = 0; n->children && i < n->children->len; i++) {
        sector = place_sectors(n->children->pdata[i], pass, sector);
    }
    return sector;
}

static uint16_t fill(const Node *folder, unsigned from, unsigned to)
{
    unsigned middle = from + (to - from) / 2;
    const Node *n;
    uint8_t *e;

    if (from == to) {
        return 0;
    }
    n = folder->children->pdata[middle];
    e = folder->table + n->at;
    nv_st16(e, fill(folder, from, middle));
    nv_st16(e + 2, fill(folder, middle + 1, to));
    nv_st32(e + 4, n->sector);
    nv_st32(e + 8, n->size);
    e[12] = n->children ? 0x10 : 0x20;
    e[13] = strlen(n->name);
    memcpy(e + ENTRY_SIZE, n->name, e[13]);
    return n->at / 4;
}

/* --- writing --- */

static bool put_table(Node *n, FILE *to)
{
    n->table = g_malloc(n->size);
    memset(n->table, 0xff, n->size);
    fill(n, 0, n->children->len);
    return !fseeko(to, (off_t)n->sector * SECTOR, SEEK_SET) &&
           fwrite(n->table, 1, n->size, to) == n->size;
}

static bool put_file(const Node *n, FILE *to, GError **error)
{
    g_autofree uint8_t *buffer = g_malloc(1 << 20);
    uint64_t left = n->size;
    FILE *from = fopen(n->path, "rb");
    bool fine = from && !fseeko(to, (off_t)n->sector * SECTOR, SEEK_SET);

    while (fine && left) {
        size_t now = MIN(left, 1 << 20);

        if (fread(buffer, 1, now, from) != now) {
            fail(error, n->path, "it cannot be read, or became shorter");
            fine = false;
        } else {
            fine = fwrite(buffer, 1, now, to) == now;
        }
        left -= now;
    }
    if (!from) {
        fail(error, n->path, g_strerror(errno));
    } else {
        fclose(from);
    }
    return fine;
}

static bool put_nodes(Node *n, FILE *to, unsigned *files, GError **error)
{
    if (!n->children) {
        ++*files;
        return !n->size || put_file(n, to, error);
    }
    if (!put_table(n, to)) {
        return false;
    }
    for (unsigned i = 0; i < n->children->len; i++) {
        if (!put_nodes(n->children->pdata[i], to, files, error)) {
            return false;
        }
    }
    return true;
}

static bool put_descriptor(const Node *root, FILE *to)
{
    static const char magic[] = "MICROSOFT*XBOX*MEDIA";
    uint8_t d[SECTOR] = { 0 };

    memcpy(d, magic, 20);
    nv_st32(d + 20, root->sector);
    nv_st32(d + 24, root->size);
    memcpy(d + 0x7ec, magic, 20);
    return !fseeko(to, 32 * SECTOR, SEEK_SET) &&
           fwrite(d, 1, sizeof(d), to) == sizeof(d);
}

static bool write_all(Node *root, uint64_t sectors, FILE *to, unsigned *files,
                      GError **error)
{
    return put_descriptor(root, to) && put_nodes(root, to, files, error) &&
           !fflush(to) && !ftruncate(fileno(to), (off_t)sectors * SECTOR);
}

bool nv_xbe_disc(const char *folder, const char *path, unsigned *files,
                 GError **error)
{
    g_autoptr(Node) root = g_new0(Node, 1);
    uint64_t sectors;
    FILE *to;
    bool fine;

    root->path = g_strdup(folder);
    root->name = g_strdup("");
    if (!g_file_test(folder, G_FILE_TEST_IS_DIR)) {
        return fail(error, folder, "it is no folder");
    }
    if (!read_node(root, 0, error) || !place_tables(root, error)) {
        return false;
    }
    sectors = place_sectors(root, 0, FIRST_FREE);
    sectors = place_sectors(root, 1, sectors);
    if (sectors > UINT32_MAX) {
        return fail(error, folder, "it is larger than a disc can be");
    }
    to = fopen(path, "wb");
    if (!to) {
        return fail(error, path, g_strerror(errno));
    }
    *files = 0;
    fine = write_all(root, sectors, to, files, error);
    fine = !fclose(to) && fine;
    if (!fine && (!error || !*error)) {
        fail(error, path, "it cannot be written");
    }
    return fine;
}
