/* SPDX-License-Identifier: Apache-2.0 */
/* What C allows and C++ does not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int class = 1, new = 2, template = 3; /* keywords of C++ */
typedef struct node node;
struct node { int value; node *next; };
struct list { int node; }; /* a member, a tag and a type of one name */
typedef int list;

int later[];           /* tentative definitions */
int counter;
int counter = 5;
int counter;
int later[4] = {4, 3, 2, 1};

int old_style(), forward();
double half(float);

int add(a, b, scale)
    int a, b;
    float scale;
{
    return (a + b) * scale;
}

static int twice(x) int x; { return 2 * x; }

node *push(node *head, int value)
{
    node *n = malloc(sizeof *n); /* void * converts */
    *n = (node){.next = head, .value = value};
    return n;
}

enum colour { RED, GREEN = 5, BLUE };
union number { int i; float f; };

static const char *size_of_truth(void) { return sizeof(1 < 2) == sizeof(int) && sizeof 'a' == 4 && sizeof(RED) == 4 ? "int" : "other"; }

struct flexible { int n; char text[]; };

int *kept(void)
{
    static int *p;
    for (int i = 0; i < 2; i++) {
        int *q = (int[]){10 + i, 20 + i};
        p = realloc(p, 2 * sizeof *p);
        memcpy(p, q, 2 * sizeof *p);
    }
    return p;
}

int main(void)
{
    extern int counter;
    int forward(int, int);
    list plain = 7;
    struct list tagged = {.node = 8};
    node *head = 0;
    char *literal = "writable type";
    unsigned char *bytes = (void *) literal;
    int (*pointer)() = old_style;
    printf("%d %d %d\n", class, new, template);
    printf("%d %d %d\n", counter, later[3], plain + tagged.node);
    for (int i = 0; i < 3; i++)
        head = push(head, i * i);
    for (node *n = head; n; n = n->next)
        printf("%d ", n->value);
    printf("\n%d %d %g\n", add(1, 2, 2.5f), twice(21), half(5));
    printf("%d %d %d\n", old_style(1, 2, 3), pointer(4, 5, 6), forward(7, 8));
    printf("%s %d %d\n", size_of_truth(), BLUE, bytes[0]);
    struct flexible *f = malloc(sizeof *f + 6);
    f->n = 5;
    strcpy(f->text, "hello");
    printf("%zu %s\n", sizeof *f, f->text);
    int *k = kept(), points[2][2] = {[1] = {[1] = 4}, [0][1] = 2};
    printf("%d %d %d %d\n", k[0], k[1], points[0][1], points[1][1]);
    printf("%d\n", ((union number){.f = 1}).i);
    return 0;
}

int old_style(int a, int b, int c) { return a * b + c; }
int forward(int a, int b) { return a - b; }
double half(float x) { return x / 2; }
